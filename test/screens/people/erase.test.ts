import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { listPeople } from '#contract/people/people.ts'
import { paths } from '#web/paths.ts'
import { fill, findDialog, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findHeading, findRegion, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test('an admin erases a person after typing the name, and the person leaves the list', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const query = { state: 'waiting' } as const
  const [student] = await school.call(listPeople.student, { token, query })
  const { _id: id = '', name = '' } = student ?? {}
  await openScreen(school, { as: 'admin', at: `/admin/person/student/${id}` })
  await press('Erase…', await findRegion('Data'))
  const asked = await findDialog()
  expect(asked.getByText(/Deleted: name, email, number/)).toBeInTheDocument()
  expect(asked.getByText(/Kept: marks, weeks and dates/)).toBeInTheDocument()
  expect(asked.queryByText('0')).toBeNull()
  const typed = asked.getByRole('textbox', { name: `Type the name again: ${name}` })
  await fill(typed, 'Somebody else')
  await press('Erase', asked)
  expect(asked.getByText('Type the name exactly as it is shown')).toBeInTheDocument()
  await fill(typed, name)
  await press('Erase', asked)
  expect(await findToast('Erased. What remains is under the name ‘Erased person 1’.')).toBeVisible()
  await expectAddress('/admin/student-list')
  await findHeading('Students')
  expect(screen.queryByText(/does not exist/)).toBeNull()
  const left = await school.call(listPeople.student, { token, query })
  expect(left.map(({ _id }) => _id)).not.toContain(id)
})

test('who cannot be erased yet is told before typing what comes first', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const advisors = await school.call(listPeople.advisor, { token })
  const advisor = advisors.find(({ students }) => (students ?? 0) > 0)
  const reviewers = await school.call(listPeople.reviewer, { token })
  const reviewer = reviewers.find(({ bookedReviews }) => (bookedReviews ?? 0) > 0)
  const openErasing = async (at: string) => {
    await openScreen(school, { as: 'admin', at })
    await press('Erase…', await findRegion('Data'))
    const asked = await findDialog()
    expect(asked.getByRole('textbox')).toBeDisabled()
    expect(asked.getByRole('button', { name: 'Erase' })).toBeDisabled()
    return asked
  }
  const booked = await openErasing(paths.person('reviewer', reviewer?._id ?? ''))
  expect(booked.getByText('There is a booked review. Cancel or hold it first.')).toBeInTheDocument()
  const busy = await openErasing(paths.person('advisor', advisor?._id ?? ''))
  expect(
    busy.getByText('This advisor still has students. Hand them over first.'),
  ).toBeInTheDocument()
  await press('Hand over students…', busy)
  await screen.findByRole('dialog', { name: 'Hand over students' })
})

test.each([
  ['admin', '/admin/account', 'my-data'],
  ['student', '/profile', 'my-data'],
] as const)('a person downloads their own data: %s', async (role, at, file) => {
  const school = await startDemoSchool()
  await openScreen(school, { as: role, at })
  const made = vi.spyOn(URL, 'createObjectURL')
  // The browser would navigate: downloads are its own work.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await press('Download my data', await findRegion('Your data'))
  await screen.findByText(new RegExp(`^Saved as ${file}-`))
  const [saved] = made.mock.lastCall ?? []
  expect(JSON.parse(await (saved as Blob).text()).parts[0].part).toBe('people')
})
