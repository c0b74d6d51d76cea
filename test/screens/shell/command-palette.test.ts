import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { listPeople } from '#contract/people/people.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { type Role, roles } from '#contract/roles.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { destinations } from '#web/shell/command-palette/shortcuts/shortcuts.ts'
import { makePerson, makeReview, makeSlot } from '../../factories.ts'
import { nameSearches } from '../../name-searches.ts'
import { failRequests, fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findHeading, getTexts } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'
import { consoleErrors } from '../set-up.ts'

const { keyboard } = userEvent

/** Opens a role's home and the command palette, and returns its field. */
async function open(school: School, as: Role): Promise<HTMLElement> {
  await openScreen(school, { as, at: as === 'student' ? '/' : `/${as}` })
  await keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox', { name: 'Find anything' })
  await waitFor(() => expect(box).toHaveFocus())
  return box
}

async function isFound(group: string, label: string): Promise<HTMLElement> {
  const options = within(await screen.findByRole('group', { name: group }))
  const [first] = await options.findAllByRole('option', { name: new RegExp(`^${label}`) })
  return first ?? document.body
}

test('letters typed before the palette has loaded are in its field', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin' })
  await screen.findByRole('button', { name: 'Find anything' })
  await keyboard('{Control>}k{/Control}gh s')
  const box = await screen.findByRole('combobox', { name: 'Find anything' })
  await waitFor(() => expect(box).toHaveValue('gh s'))
  await keyboard('x')
  expect(box).toHaveValue('gh sx')
  await expectAddress('/admin')
})

test('letters are kept however late the palette’s code loads', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin' })
  // Until then React, in development, runs the button's effects twice, which drops letters.
  await screen.findByRole('region', { name: /at risk/ })
  // Any time that they were kept for would be over.
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  timeout.mockRestore()
  for (const key of 'bo') fireEvent.keyDown(document.body, { key })
  const box = await screen.findByRole('combobox', { name: 'Find anything' })
  expect(box).toHaveFocus()
  await waitFor(() => expect(box).toHaveValue('bo'))
})

test('every screen of a role is found by its name, and opened by Enter', async () => {
  const school = await startDemoSchool()
  for (const role of roles) {
    const box = await open(school, role)
    const screens = within(screen.getByRole('group', { name: 'Screens' }))
    expect(getTexts(screens.getAllByRole('option'))).toEqual(
      destinations[role].map(({ label, key }) => `${label}g ${key}`),
    )
    const last = destinations[role].at(-1)
    await fill(box, last?.label.toUpperCase() ?? '')
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeLessThan(8))
    expect(box).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]?.id)
    await keyboard('{Enter}')
    await expectAddress(last?.to ?? '')
    await waitFor(async () => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull()
  }
})

test('an advisor finds a student, and their review by its week', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  const [review] = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  const { name = '' } = review?.student ?? {}
  const week = String(review?.week).padStart(2, '0')
  const box = await open(school, 'advisor')
  await fill(box, `${name.toLowerCase()} week ${review?.week}`)
  await isFound('People', name)
  await userEvent.click(await isFound('Reviews', `${name}, week ${week}`))
  await findHeading(`${name}, week ${week}`)
})

test('a review and a student are found with whom they are waiting for', async () => {
  const school = await startDemoSchool()
  const advisor = await makePerson(school, 'advisor', { name: 'Priya Nair' })
  const student = await makePerson(school, 'student', { name: 'Zoltan Quist', week: 3 })
  const slot = await makeSlot(school, await makePerson(school, 'reviewer'), school.time.now - 1)
  await makeReview(school, { advisor, student, week: 3, slot, conducted: true })
  const asAdmin = await open(school, 'admin')
  await fill(asAdmin, 'zoltan')
  expect(await isFound('People', 'Zoltan Quist')).toHaveTextContent(
    /Student, .*\. Waiting for Priya Nair to decide$/,
  )
  const as = { role: 'advisor' as const, token: advisor.token }
  await openScreen(school, { as, at: '/advisor' })
  await keyboard('{Control>}k{/Control}')
  await fill(await screen.findByRole('combobox', { name: 'Find anything' }), 'zoltan')
  expect(await isFound('Reviews', 'Zoltan Quist, week 03')).toHaveTextContent(
    /Waiting for you to decide$/,
  )
  expect(await isFound('People', 'Zoltan Quist')).toHaveTextContent(/Waiting for you to decide$/)
})

test('a name is found whatever its accents, apostrophes and word order', async () => {
  const school = await startDemoSchool()
  for (const name of new Set(nameSearches.map(([, name]) => name))) {
    await makePerson(school, 'advisor', { name })
    await makePerson(school, 'reviewer', { name })
  }
  for (const role of ['admin', 'advisor'] as const) {
    const box = await open(school, role)
    for (const [typed, name] of nameSearches) {
      await fill(box, typed)
      await isFound('People', name)
    }
  }
})

test('Enter before the results arrive opens the first one', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const [person] = await school.call(listPeople.reviewer, { token })
  const box = await open(school, 'admin')
  await fill(box, person?.email ?? '')
  expect(screen.queryAllByRole('option')).toEqual([])
  await keyboard('{Enter}')
  await expectAddress(`/admin/person/reviewer/${person?._id}`)
})

test('a reviewer finds reviews, a student their weeks', async () => {
  const school = await startDemoSchool()
  await fill(await open(school, 'reviewer'), 'week 5')
  await isFound('Reviews', '.+, week 05')
  await fill(await open(school, 'student'), 'week 02')
  await isFound('Tasks', 'Tasks of week 02')
  await userEvent.click(await isFound('Reviews', 'Review of week 02'))
  await findHeading('Review Details')
})

test('an admin finds people of every role, domains and tasks', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const box = await open(school, 'admin')
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    const [person] = await school.call(listPeople[role], { token })
    await fill(box, person?.email ?? '')
    await isFound('People', person?.name ?? '')
  }
  await fill(box, 'web 3')
  await isFound('Tasks', 'Web Development, week 03')
  await fill(box, 'web')
  await userEvent.click(await isFound('Tasks', 'Web Development All weeks'))
  await findHeading('Web Development')
})

test('the arrow keys wrap around, Escape returns the focus, and no results show a message', async () => {
  const school = await startDemoSchool()
  const box = await open(school, 'student')
  const options = screen.getAllByRole('option')
  const selected = () => screen.getByRole('option', { selected: true })
  expect(selected()).toBe(options[0])
  await keyboard('{ArrowUp}')
  expect(selected()).toBe(options.at(-1))
  await keyboard('{ArrowDown}{ArrowDown}')
  expect(selected()).toBe(options[1])
  await fill(box, 'qqqq')
  await screen.findByText('Nothing found', { selector: '[role=status]' })
  expect(screen.queryByRole('listbox')).toBeNull()
  await keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  await press('Find anything')
  await screen.findByRole('combobox', { name: 'Find anything' })
  await keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Find anything'))
})

test('a search that failed does not say that nothing was found, and can be repeated', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  const [review] = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  const name = review?.student.name ?? ''
  const box = await open(school, 'advisor')
  const restore = failRequests('search=')
  await fill(box, name)
  await screen.findByText('Not everything could be searched.')
  expect(screen.queryByText(/^No results/)).toBeNull()
  expect(consoleErrors.splice(0).join()).toContain('a call failed')
  restore()
  await press('Try again')
  await isFound('Reviews', name)
  expect(box).toHaveFocus()
  expect(screen.queryByText('Not everything could be searched.')).toBeNull()
})

test('Enter on a touch keyboard, which has no key code, opens the first result', async () => {
  const box = await open(await startDemoSchool(), 'admin')
  await fill(box, 'domains')
  await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveTextContent(/^Domains/))
  fireEvent.keyDown(box, { key: 'Enter', code: '' })
  await expectAddress('/admin/domain-list')
})

test('a screen is found by its title and its synonyms, before anything else', async () => {
  const school = await startDemoSchool()
  const box = await open(school, 'admin')
  const first = () => screen.getAllByRole('option')[0]
  for (const [typed, title] of [
    ['students', 'Students'],
    ['domains', 'Domains'],
    ['advisor', 'Advisors'],
    ['people', 'Students'],
    ['tasks', 'Domains'],
    ['add domain', 'Add domain'],
    ['add user', 'Add user'],
    ['school settings', 'School settings'],
    ['holidays', 'School settings'],
    ['audit', 'Audit log'],
    ['export', 'Students'],
    ['block', 'Blocked students'],
    ['import', 'Import from a list'],
  ] as const) {
    await fill(box, typed)
    await waitFor(() => expect(first()).toHaveTextContent(new RegExp(`^${title}`)))
  }
})

test('a page of the manual is found by its title, after a screen of that name, own guide first', async () => {
  const school = await startDemoSchool()
  const box = await open(school, 'admin')
  await fill(box, 'email')
  await isFound('Manual', 'Email')
  expect(screen.getAllByRole('option')[0]).toHaveTextContent(/^Emails/)
  await fill(box, 'mail')
  await isFound('Manual', 'Email')
  await fill(box, 'help')
  expect(
    getTexts(
      within(await screen.findByRole('group', { name: 'Manual' })).getAllByRole('option'),
    )[0],
  ).toBe('For admins')
  await fill(box, 'backup')
  await userEvent.click(await isFound('Manual', 'Backup'))
  await expectAddress('/manual/run/backup')
  await findHeading('Backups')
})

test('an advisor finds a reviewer, and opens booking with them', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  const [reviewer] = await school.call(listReviewers, { token })
  const { name = '', _id } = reviewer ?? {}
  await fill(await open(school, 'advisor'), name.toLowerCase())
  await userEvent.click(await isFound('People', `${name} Reviewer, `))
  await findHeading('Schedule Reviews')
  await expectAddress(`/advisor/review-schedule?reviewer=${_id}`)
  const box = await screen.findByRole('combobox', { name: 'Reviewer' })
  await waitFor(() => expect(box).toHaveValue(name))
})

test.each([
  ['advisor', 'overdue', 'Overdue reviews', '/advisor/reviews-list?state=overdue'],
  ['reviewer', 'marks', 'Reviews with marks', '/reviewer/reviews-list?status=conducted'],
  ['admin', 'blocked', 'Blocked students', '/admin/student-list?state=blocked'],
  ['admin', 'unverified', 'Unverified students', '/admin/student-list?state=unverified'],
  ['admin', 'overdue', 'Students with an overdue review', '/admin/student-list?state=overdue'],
] as const)('to the %s the word %s says which list is meant', async (role, word, label, at) => {
  await fill(await open(await startDemoSchool(), role), word)
  await userEvent.click(await isFound('Lists', label))
  await expectAddress(at)
})

test('a person is not found by the domain of their email address', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const body = { name: 'Theo Testa', email: 'theo@weekward.test' }
  await school.call(addPerson.advisor, { token, body })
  const box = await open(school, 'admin')
  await fill(box, 'test')
  await isFound('People', 'Theo Testa')
  const people = within(screen.getByRole('group', { name: 'People' }))
  expect(people.getAllByRole('option')).toHaveLength(1)
})

test('an admin finds the import of each role, others none', async () => {
  const school = await startDemoSchool()
  await fill(await open(school, 'admin'), 'import reviewers')
  await userEvent.click(await isFound('Actions', 'Import from a list'))
  await expectAddress('/admin/import-people/reviewer')
  await fill(await open(school, 'advisor'), 'import')
  await screen.findByText('Nothing found', { selector: '[role=status]' })
})

test('actions are found by name too', async () => {
  const school = await startDemoSchool()
  await fill(await open(school, 'student'), 'logout')
  await keyboard('{Enter}')
  await screen.findByText('Are you sure you want to logout?')
})

test('Enter right after another text opens its first result, not one of the earlier text', async () => {
  const school = await startDemoSchool()
  await makePerson(school, 'reviewer', { name: 'Zoltan Quist' })
  await makePerson(school, 'reviewer', { name: 'Yara Quell' })
  const box = await open(school, 'admin')
  await fill(box, 'zoltan quist')
  await isFound('People', 'Zoltan Quist')
  await fill(box, 'yara quell')
  await keyboard('{Enter}')
  await findHeading('Yara Quell')
})
