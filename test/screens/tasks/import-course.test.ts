import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addTask, listDomainTasks } from '#contract/tasks/tasks.ts'
import { paths } from '#web/paths.ts'
import { makeDomain, makePerson } from '../../factories.ts'
import { taskLines } from '../../schools/school-with-domain.ts'
import { fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findField, findHeading, findRegion, findToast, getTexts } from '../queries.ts'
import { startEmptySchool } from '../school.ts'

async function openCourse() {
  const school = await startEmptySchool()
  const { _id: domain } = await makeDomain(school, 'Web')
  const { token } = await makePerson(school, 'admin')
  await school.call(addTask, { token, body: { weekNo: 1, domain, ...taskLines } })
  await openScreen(school, { as: { role: 'admin', token }, at: paths.weekList(domain) })
  await findHeading('Web')
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Import a course' }))
  await findHeading('Import a course')
  return () => school.call(listDomainTasks, { token, query: { domain } })
}

const course = `# Week 1
## Personal development
- Read a chapter
## Technical
- Build a form
- Deploy it
## Miscellaneous
- Type for ten minutes`

test('an admin sees what a course changes, and saves it', async () => {
  const read = await openCourse()
  await fill(await findField('Course'), course)
  await press('Show the changes')
  await screen.findByRole('heading', { name: '1 week changes.' })
  const week = await findRegion('Week 1')
  expect(getTexts(week.getAllByRole('listitem'))).toEqual([
    ...['Read a chapter', 'Build a form', '+ Deploy it', '− Test it', 'Type for ten minutes'],
  ])
  await press('Save the course')
  await findToast('The course is saved.')
  await findHeading('Web')
  const [{ tasks = [] } = {}] = await read()
  expect(tasks[0]?.technicalWorkouts).toEqual(['Build a form', 'Deploy it'])
})

test('an example can be put into the box, and is a course', async () => {
  await openCourse()
  expect(await screen.findByRole('link', { name: 'Manual: For admins' })).toHaveAttribute(
    'href',
    '/manual/guide/admin#import-a-course',
  )
  await press('Use the example')
  expect(await findField('Course')).toHaveFocus()
  await press('Show the changes')
  await screen.findByRole('heading', { name: '1 week changes.' })
  expect(screen.queryByRole('button', { name: 'Use the example' })).toBeNull()
})

test('a course is read from a file', async () => {
  await openCourse()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file input')
  const file = new File([course.replace('Week 1', 'Week 2')], 'course.md')
  await userEvent.upload(input, file, { applyAccept: false })
  await screen.findByText('course.md, read as UTF-8')
  await screen.findByRole('heading', { name: '1 week is new.' })
  await press('Save the course')
  await findToast('The course is saved.')
})

test('lines with problems are named, and nothing can be saved', async () => {
  await openCourse()
  await fill(await findField('Course'), '# Week 40\n- Read')
  await press('Show the changes')
  await screen.findByText('Line 2: This line is not in any list')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save the course' })).toBeNull())
})
