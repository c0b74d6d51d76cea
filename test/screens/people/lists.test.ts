import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { listBookingsAffectedByReviewerBlock } from '#contract/availability/rebooking-settings.ts'
import { listDomains } from '#contract/domains/domains.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { listPeople } from '#contract/people/people.ts'
import { makePerson, makeReview, makeSlot } from '../../factories.ts'
import { answer, choose, failRequests, fill, follow, press } from '../actions.ts'
import { formatTwoDigits } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import {
  expectAddress,
  findField,
  findHeading,
  findRegion,
  findRows,
  findToast,
  getCells,
  getColumnHeaders,
  getTexts,
} from '../queries.ts'
import { startDemoSchool } from '../school.ts'

for (const [role, list] of [
  ['student', 'students'],
  ['advisor', 'advisors'],
  ['reviewer', 'reviewers'],
] as const) {
  test(`the list of ${list} shows what is known about each person`, async () => {
    const school = await startDemoSchool()
    await openScreen(school, { as: 'admin', at: `/admin/${role}-list` })
    const own = {
      student: ['Domain', 'Week', 'Advisor'],
      advisor: ['Students', 'Overdue'],
      reviewer: ['Domains', 'Booked'],
    }
    // The first one is the checkbox that selects all.
    const asked = ['', 'no', 'name', 'email', 'verified', ...own[role], 'Action']
    expect(await getColumnHeaders(list)).toEqual(asked)
    const token = await school.tokenOf('admin')
    const [first] = await school.call(listPeople[role], { token })
    if (!first) throw new Error(`there is no ${role}`)
    expect(getCells((await findRows(list))[0])).toEqual([
      '',
      '1',
      first.name,
      first.email,
      'Yes',
      ...(role === 'advisor' ? [] : [first.domains.map(({ name }) => name).join(', ')]),
      ...(role === 'student' ? [formatTwoDigits(first.week ?? 0), first.advisor?.name ?? '–'] : []),
      ...(role === 'reviewer' ? [String(first.bookedReviews)] : []),
      ...(role === 'advisor' ? [String(first.students), String(first.overdueReviews)] : []),
      'Block',
    ])
    const filters = screen.queryAllByRole('combobox', { name: 'Domain' })
    expect(filters).toHaveLength(role === 'advisor' ? 0 : 1)
  })
}

test('a student is found by name and by domain', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const [domain] = await school.call(listDomains, { token })
  const query = { domain: domain?._id ?? '' }
  const ofDomain = await school.call(listPeople.student, { token, query })
  await openScreen(school, { as: 'admin', at: '/admin/student-list' })
  await choose('Domain', domain?.name ?? '')
  await findRows('students', ofDomain.length)
  const name = ofDomain[0]?.name ?? ''
  await fill(await findField('Search by name'), name.toUpperCase())
  const [found] = await findRows('students', 1)
  expect(found).toHaveTextContent(name)
  // The search is in the address.
  await openScreen(school, { as: 'admin', at: location.pathname + location.search })
  await findRows('students', 1)
  await fill(await findField('Search by name'), 'nobody of that name')
  await press('Show all people')
  await findRows('students', 50)
})

test('a reviewer is found by one of their domains', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const everybody = await school.call(listPeople.reviewer, { token })
  const domain = everybody.flatMap(({ domains }) => domains)[0]
  const query = { domain: domain?._id ?? '' }
  const able = await school.call(listPeople.reviewer, { token, query })
  expect(able.length).toBeLessThan(everybody.length)
  await openScreen(school, { as: 'admin', at: '/admin/reviewer-list' })
  await choose('Domain', domain?.name ?? '')
  await waitFor(async () => {
    const shown = (await findRows('reviewers')).map((row) => getCells(row)[2])
    expect(shown).toEqual(able.map(({ name }) => name))
  })
})

test('a column’s heading sorts a list ascending, descending and as before', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin/reviewer-list' })
  const token = await school.tokenOf('admin')
  const stands = async (query: { sort?: 'email' | '-email' }, says: string) => {
    const [first] = await school.call(listPeople.reviewer, { token, query })
    await waitFor(async () => {
      expect((await findRows('reviewers'))[0]).toHaveTextContent(first?.name ?? '')
      expect(screen.getByRole('columnheader', { name: 'email' })).toHaveAttribute('aria-sort', says)
    })
    expect(new URLSearchParams(location.search).get('sort')).toBe(query.sort ?? null)
  }
  await stands({}, 'none')
  await press('email')
  await stands({ sort: 'email' }, 'ascending')
  await press('email')
  await stands({ sort: '-email' }, 'descending')
  // The sort order survives a reload; an unknown one is ignored.
  await openScreen(school, { as: 'admin', at: location.pathname + location.search })
  await stands({ sort: '-email' }, 'descending')
  await press('email')
  await stands({}, 'none')
  await openScreen(school, { as: 'admin', at: '/admin/reviewer-list?sort=password' })
  await findRows('reviewers')
})

test('people who need attention are found by a state, which their name shows too', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin/student-list' })
  const token = await school.tokenOf('admin')
  const unverified = { token, query: { state: 'unverified' } } as const
  const { length } = await school.call(listPeople.student, unverified)
  await choose('State', 'Unverified')
  const [first] = await findRows('students', length)
  expect(within(first ?? document.body).getByRole('button', { name: 'Send Mail' })).toBeVisible()
  await openScreen(school, { as: 'admin', at: location.pathname + location.search })
  await findRows('students', length)
})

test('advisors are sorted by their overdue reviews', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin/advisor-list' })
  await press('Overdue')
  await press('Overdue')
  await expectAddress('/admin/advisor-list?sort=-overdue')
  const token = await school.tokenOf('admin')
  const advisors = await school.call(listPeople.advisor, { token, query: { sort: '-overdue' } })
  expect(advisors[0]?.overdueReviews).toBeGreaterThan(0)
  await waitFor(async () => {
    const shown = (await findRows('advisors')).map((row) => getCells(row)[2])
    expect(shown).toEqual(advisors.map(({ name }) => name))
  })
  const [first] = advisors
  await follow(`${first?.overdueReviews} overdue of ${first?.name}`)
  await expectAddress(`/admin/person/advisor/${first?._id}?show=overdue`)
})

test('selected people are blocked after one question, and unblocked again', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin/reviewer-list' })
  const [first, second] = (await findRows('reviewers')).slice(0, 2)
  for (const row of [first, second]) {
    await userEvent.click(within(row ?? document.body).getByRole('checkbox'))
  }
  const bar = await findRegion('Selected people')
  await bar.findByText('2 selected')
  await press('Block (2)', bar)
  const question =
    'Block 2 people? They are signed out at once, cannot sign in until unblocked, and their API tokens are revoked for good.'
  await answer(question, 'Yes, block')
  await findToast('2 people blocked.')
  expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull()
  expect(await findHeading('Reviewers')).toHaveFocus()
  await choose('State', 'Blocked')
  await findRows('reviewers', 2)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
  const again = await findRegion('Selected people')
  expect(again.queryByRole('button', { name: /^(Block|Invite)/ })).toBeNull()
  await press('Unblock (2)', again)
  await answer('Unblock 2 people? They can sign in again at once.', 'Yes, unblock')
  await screen.findByText('No people match this search.')
})

test('the question before blocking a reviewer lists the reviews that lose their slot, and free ones', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const all = await school.call(listPeople.reviewer, { token })
  const priya = all.find(({ name }) => name === 'Priya Nair')
  const query = { id: priya?._id ?? '' }
  const { touches } = await school.call(listBookingsAffectedByReviewerBlock, { token, query })
  await openScreen(school, { as: 'admin', at: '/admin/reviewer-list' })
  const row = (await findRows('reviewers')).find((one) => one.textContent?.includes('Priya Nair'))
  await press('Block', within(row ?? document.body))
  await screen.findByText(new RegExp(`^${touches.length} reviews lose their slots\\. `))
  const listed = await findRows('Reviews that lose their slot', 4)
  const said = listed.map(({ textContent }) => textContent ?? '')
  screen.getByText(`and ${touches.length - listed.length} more`)
  for (const [at, { review, suggestion, isMoved }] of touches.slice(0, listed.length).entries()) {
    expect(said[at]).toContain(review.student.name)
    if (suggestion) expect(said[at]).toContain(isMoved ? 'Moves to' : 'Could move to')
  }
  const question =
    'Are you sure you want to block Priya Nair? They are signed out at once, and their API tokens are revoked for good.'
  await answer(question, 'Yes, block')
  await screen.findByText('User blocked/unblocked successfully.')
  expect(
    (await school.call(listBookingsAffectedByReviewerBlock, { token, query })).touches,
  ).toEqual([])
})

test('the question before blocking a reviewer lists past reviews that stay without marks', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const reviewer = await makePerson(school, 'reviewer', { name: 'Rita Moreau' })
  const student = await makePerson(school, 'student', { name: 'Ana Lima' })
  const slot = await makeSlot(school, reviewer, school.time.now - 3 * hourMs)
  await makeReview(school, { student, slot, week: 3 })
  const query = { id: reviewer._id }
  expect(await school.call(listBookingsAffectedByReviewerBlock, { token, query })).toMatchObject({
    touches: [],
  })
  await openScreen(school, { as: 'admin', at: '/admin/reviewer-list?search=Rita' })
  await press('Block')
  await screen.findByText(
    '1 past review stays without marks; the advisor needs to follow up: Ana Lima, week 03.',
  )
})

test('‘Send Mail’ shows the new link, and does not mention blocking', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const body = { name: 'Rita Moreau', email: 'rita@newcomers.test' }
  const { inviteUrl } = await school.call(addPerson.reviewer, { token, body })
  await openScreen(school, { as: 'admin', at: '/admin/reviewer-list?search=Rita' })
  // However briefly it is shown, and over whatever.
  let saysBlocked = false
  const watcher = new MutationObserver(() => {
    saysBlocked ||= screen.queryByText(/blocked\/unblocked/) !== null
  })
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => watcher.disconnect())
  await press('Send Mail')
  await answer(
    'Make a new invitation for Rita Moreau? Older links stop working. No mail server is set up: no email is sent, and you share the new link yourself.',
    'Yes, make a new link',
  )
  const sent = await screen.findByRole('dialog', { name: 'New invitation link' })
  const link = await within(sent).findByLabelText('Invitation link for Rita Moreau')
  expect(link).toHaveValue(await school.linkTo(body.email))
  expect(link).not.toHaveValue(inviteUrl)
  await within(sent).findByText(/no email was sent/)
  await userEvent.click(within(sent).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saysBlocked).toBe(false)
})

test('the admin home shows the state of the school', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin' })
  const token = await school.tokenOf('admin')
  const { length } = await school.call(listPeople.student, { token })
  const count = await screen.findByRole('link', { name: `Students: ${length}` })
  expect(count).toHaveAttribute('href', '/admin/student-list')
  await screen.findByText(/reviews wait for a slot/)
})

test('an invalid filter in the address shows an error, with a button to clear it', async () => {
  const school = await startDemoSchool()
  for (const [at, all] of [
    ['/admin/student-list?week=abc', /Action/],
    ['/admin/advisor-list?state=sleepy&search=a', /Action/],
    ['/admin/trail?from=xx', /No changes yet/],
    ['/admin/trail?kind=horses', /No changes yet/],
    ['/admin/mails?state=lost', /Server response/],
  ] as const) {
    await openScreen(school, { as: 'admin', at })
    await screen.findByText('The filter in the address is not valid.')
    expect(screen.queryByRole('alert')).toBeNull()
    await press('Show all')
    await screen.findByText(all)
    expect(screen.queryByText('The filter in the address is not valid.')).toBeNull()
    expect(location.search).toBe('')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  }
  await openScreen(school, { as: 'advisor', at: '/advisor/reviews-list?state=x&status=y' })
  await press('Show all')
  await findRows('Reviews')
})

test('students of several weeks are listed by the address, and then of another week', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin/student-list?state=active&week=1-2' })
  await findRows('students')
  expect(screen.getByRole('combobox', { name: 'Week' })).toHaveValue('Weeks 01 to 02')
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('Active')
  await choose('Week', 'Week 03')
  await expectAddress('/admin/student-list?state=active&week=3')
})

test('Back undoes choices one by one, and typed text at once', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin/student-list' })
  await choose('State', 'Unverified')
  await expectAddress('/admin/student-list?state=unverified')
  await choose('Week', 'Week 03')
  await expectAddress('/admin/student-list?state=unverified&week=3')
  await fill(await findField('Search by name'), 'nobody')
  await expectAddress('/admin/student-list?state=unverified&week=3&search=nobody')
  await screen.findByText('No people match this search.')
  history.back()
  await expectAddress('/admin/student-list?state=unverified')
  await waitFor(async () => expect(await findField('Search by name')).toHaveValue(''))
  expect(screen.getByRole('combobox', { name: 'Week' })).toHaveValue('All weeks')
  expect(document.activeElement).not.toBe(document.body)
  history.back()
  await expectAddress('/admin/student-list')
  await findRows('students', 50)
})

function lookOnPhone(): void {
  const isPhone = (query: string) => query === '(max-width: 639px)'
  const wide = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) =>
    isPhone(query) ? wide('(min-width: 1px)') : wide(query),
  )
}

test('a card labels each fact for screen readers, and leaves out empty ones', async () => {
  lookOnPhone()
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin/student-list' })
  const cards = await findRows('students')
  const namesOn = (is: (card: HTMLElement) => boolean) =>
    getTexts(within(cards.find(is) ?? document.createElement('p')).getAllByRole('term'))
  const isNew = (card: HTMLElement) => within(card).queryByText('Unverified') !== null
  expect(namesOn(isNew)).toEqual(['email'])
  expect(namesOn((card) => !isNew(card))).toEqual(['email', 'Domain', 'Week'])
})

test('on a phone a list can be sorted, and all shown rows selected', async () => {
  lookOnPhone()
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin/reviewer-list' })
  const token = await school.tokenOf('admin')
  const sorted = await school.call(listPeople.reviewer, { token, query: { sort: '-email' } })
  await choose('Sort', 'Email, descending')
  await expectAddress('/admin/reviewer-list?sort=-email')
  await waitFor(async () => {
    expect((await findRows('reviewers'))[0]).toHaveTextContent(sorted[0]?.email ?? '')
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
  await (await findRegion('Selected people')).findByText(`${sorted.length} selected`)
})

test('a list is exported as it is filtered, and a failure is said', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const [first] = await school.call(listPeople.student, { token })
  const name = first?.name ?? ''
  await openScreen(school, {
    as: 'admin',
    at: `/admin/student-list?${new URLSearchParams({ search: name })}`,
  })
  await findRows('students', 1)
  const made = vi.spyOn(URL, 'createObjectURL')
  // The browser would navigate: downloads are its own work.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const exportAs = async (format: string) => {
    await press('More actions')
    await userEvent.click(await screen.findByRole('menuitem', { name: `Export as ${format}` }))
  }
  await exportAs('CSV')
  expect(await findToast(/^Saved as students-[-\d]+\.csv$/)).toBeVisible()
  const [file] = made.mock.calls[0] ?? []
  const lines = (await (file as Blob).text()).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${name},${first?.email},`)
  await waitFor(() => expect(screen.queryByText('Exporting…')).toBeNull())

  failRequests('/export/')
  await exportAs('JSON')
  expect(await findToast('The server could not be reached. Check your connection.')).toBeVisible()
})
