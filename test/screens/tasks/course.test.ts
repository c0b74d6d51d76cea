import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { listDomains } from '#contract/domains/domains.ts'
import { removeTask } from '#contract/tasks/move-and-remove.ts'
import { listDomainTasks } from '#contract/tasks/tasks.ts'
import { follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findHeading, findRegion, getTexts } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

async function start() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const [domain] = await school.call(listDomains, { token })
  if (!domain) throw new Error('there is no domain')
  const query = { domain: domain._id }
  const [course] = await school.call(listDomainTasks, { token, query })
  const tasks = course?.tasks ?? []
  const remove = (id = '') =>
    school.call(removeTask, { token, body: { value: { id, confirm: true } } })
  return { school, token, domain, tasks, remove }
}

test('a course is read on one page, week by week, and printed', async () => {
  const { school, domain, tasks } = await start()
  await openScreen(school, { as: 'admin', at: `/admin/week-list/${domain._id}` })
  await follow('Whole course')
  await expectAddress(`/admin/course/${domain._id}`)
  await findHeading(domain.name)
  const titles = getTexts(await screen.findAllByRole('heading', { level: 2 }))
  expect(titles.slice(0, 2)).toEqual(['Week 01', 'Week 02'])
  expect(titles).toHaveLength(tasks.length)
  const second = await findRegion('Week 02')
  expect(getTexts(second.getAllByRole('heading', { level: 3 }))).toEqual([
    'Personal development workouts',
    'Technical workouts',
    'Miscellaneous workouts',
  ])
  const lines = tasks[1]?.technicalWorkouts ?? []
  expect(getTexts(second.getAllByRole('listitem'))).toEqual(expect.arrayContaining(lines))
  expect(second.getByRole('link', { name: 'Edit week 02' })).toHaveAttribute(
    'href',
    `/admin/task-details/${tasks[1]?._id}`,
  )
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await press('Print')
  expect(print).toHaveBeenCalledOnce()
})

test('a week without a task is shown as such, with a link to write it', async () => {
  const { school, domain, tasks, remove } = await start()
  await remove(tasks[1]?._id)
  await openScreen(school, { as: 'admin', at: `/admin/course/${domain._id}` })
  const empty = await findRegion('Week 02')
  empty.getByText('No task yet.')
  expect(empty.getByRole('link', { name: 'Write week 02' })).toHaveAttribute(
    'href',
    `/admin/create-task?domain=${domain._id}&week=2#week-number`,
  )
  await findRegion(`Week ${tasks.length}`)
})

test('a course without tasks, and one that does not exist', async () => {
  const { school, token } = await start()
  const { body } = await school.send<{ domain: { _id: string } }>('POST', '/admin/add-domain', {
    token,
    body: { name: 'Robotics' },
  })
  await openScreen(school, { as: 'admin', at: `/admin/course/${body.domain._id}` })
  await screen.findByText('This course has no tasks yet.')
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Create Task' })).toBeTruthy()
  expect(main.queryByRole('button', { name: 'Print' })).toBeNull()
  await openScreen(school, { as: 'admin', at: '/admin/course/none' })
  await screen.findByText('This domain does not exist')
})
