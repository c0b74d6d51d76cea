import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { pauseStudent } from '#contract/enrolment.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { canRemindStudent } from '#contract/notifications/send-reminder.ts'
import { getHome, listReviews, type Review } from '#contract/reviews/reviews.ts'
import { formatDay, formatDayAndTime, toMidSentence } from '#web/kit/ui/dates/dates.ts'
import { statusLabels } from '#web/reviews/display/review-status.tsx'
import { choose, fill, press } from '../actions.ts'
import { formatTwoDigits, schoolZone } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findField, findRows, getCells, getColumnHeaders } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The columns of a reviews list; `other` is the staff member it names. */
function getColumns(other: string): string[] {
  return [
    ...['no', 'student name', other, 'Domain', 'Week', 'status'],
    ...['When', 'Marks', 'Action'],
  ]
}

/** The 'When' column: the slot, with the due date while the review is to come. */
function getWhen({ startsAt, date, status }: Review): string {
  const today = getDateInZone(Date.now(), schoolZone)
  const due = `due ${toMidSentence(formatDay(getDateInZone(Date.parse(date), schoolZone), today))}`
  if (!startsAt) return due
  const slot = formatDayAndTime(Date.parse(startsAt), Date.now(), schoolZone)
  return status === 'conducted' ? slot : slot + due
}

test('an advisor’s reviews list shows the facts of each review and links to it', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'advisor', at: '/advisor/reviews-list' })
  expect(await getColumnHeaders('Reviews')).toEqual(getColumns('reviewer name'))
  const token = await school.tokenOf('advisor')
  const reviews = await school.call(listReviews.advisor, { token, query: { sort: 'next' } })
  for (const [status, label] of Object.entries(statusLabels)) {
    const index = reviews.findIndex((review) => review.status === status)
    const review = reviews[index] ?? fail()
    const { student, reviewer, week, mark } = review
    expect(getCells((await findRows('Reviews'))[index])).toEqual([
      String(index + 1),
      student.name,
      reviewer?.name ?? 'not fixed',
      student.domain?.name,
      formatTwoDigits(week),
      label,
      getWhen(review),
      status === 'conducted' ? `${mark.code} / ${mark.theory}` : '–',
      // Only a student with a coming review can be reminded.
      canRemindStudent(review, Date.now()) ? 'review detailsRemind' : 'review details',
    ])
  }
  await userEvent.click((await screen.findAllByText('review details'))[0] ?? fail())
  await expectAddress(`/advisor/review-details/${reviews[0]?._id}`)
})

test('an advisor reminds a student of a coming review, once a day', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'advisor', at: '/advisor/reviews-list?status=review-scheduled' })
  const [button] = await screen.findAllByRole('button', { name: /^Remind: / })
  const name = button?.getAttribute('aria-label')?.replace('Remind: ', '')
  await userEvent.click(button ?? fail())
  const reminded = () => screen.findByRole('button', { name: `Reminded: ${name}` })
  expect(await reminded()).toHaveFocus()
  await openScreen(school, { as: 'advisor', at: '/advisor/reviews-list?status=conducted' })
  await screen.findAllByText('review details')
  expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull()
})

test('the status of a review shows its timeline, which has a text alternative', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'advisor', at: '/advisor/reviews-list?status=conducted' })
  const token = await school.tokenOf('advisor')
  const reviews = await school.call(listReviews.advisor, {
    token,
    query: { status: 'conducted', sort: 'next' },
  })
  const shown = await findRows('Reviews')
  for (const isClosed of [false, true]) {
    const index = reviews.findIndex((review) => review.isClosed === isClosed)
    const name = isClosed ? /, now decided / : /, now marked .*, decided not yet$/
    within(shown[index] ?? fail()).getByRole('img', { name })
  }
})

test('a click anywhere in a row opens the details, unless text is selected', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'advisor', at: '/advisor/reviews-list' })
  const token = await school.tokenOf('advisor')
  const [first] = await school.call(listReviews.advisor, { token, query: { sort: 'next' } })
  const label = statusLabels[first?.status ?? fail()]
  const status = within((await findRows('Reviews'))[0] ?? fail()).getByText(label)
  getSelection()?.selectAllChildren(status)
  status.click()
  expect(location.pathname).toBe('/advisor/reviews-list')
  getSelection()?.removeAllRanges()
  status.click()
  await expectAddress(`/advisor/review-details/${first?._id}`)
})

test('on a phone the filter button shows how many filters are set', async () => {
  const school = await startDemoSchool()
  const at = '/advisor/reviews-list?state=open&status=conducted&search=a'
  await openScreen(school, { as: 'advisor', at })
  const opener = await screen.findByRole('button', { name: 'Filter (2)' })
  expect(opener).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(opener)
  expect(opener).toHaveAttribute('aria-expanded', 'true')
  await choose('State', 'All states')
  await choose('Status', 'All statuses')
  await screen.findByRole('button', { name: 'Filter' })
})

test("a reviewer's reviews list names the advisor instead of the reviewer", async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'reviewer', at: '/reviewer/reviews-list' })
  expect(await getColumnHeaders('Reviews')).toEqual(getColumns('advisor name'))
  const token = await school.tokenOf('reviewer')
  const [first] = await school.call(listReviews.reviewer, { token, query: { sort: 'next' } })
  expect((await findRows('Reviews'))[0]).toHaveTextContent(first?.advisor?.name ?? fail())
})

test('a reviews list can be filtered by student, week and status, and says when it is empty', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'advisor', at: '/advisor/reviews-list' })
  const token = await school.tokenOf('advisor')
  const openFiltered = async (query: {
    status: 'review-scheduled'
    week?: number
    search?: string
  }) => {
    const reviews = await school.call(listReviews.advisor, { token, query })
    await findRows('Reviews', reviews.length)
    return reviews
  }
  const status = 'review-scheduled'
  await choose('Status', statusLabels[status])
  const [first] = await openFiltered({ status })
  const { week, student } = first ?? fail()
  await choose('Week', `Week ${formatTwoDigits(week)}`)
  await openFiltered({ status, week })
  await fill(await findField('Student name'), student.name.toUpperCase())
  await openFiltered({ status, week, search: student.name })
  await fill(await findField('Student name'), 'nobody of that name')
  const nothing = await screen.findByText('no reviews found')
  expect(nothing.parentElement?.querySelector('svg')).toBeInTheDocument()
  await press('Show all reviews')
  await findRows('Reviews', 50)
  expect(await findField('Student name')).toHaveValue('')
})

test('a reviews list can be filtered by domain and state, and sorted by its headings', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'reviewer', at: '/reviewer/reviews-list' })
  const token = await school.tokenOf('reviewer')
  type Query = { domain?: string; closed?: 'true'; open?: 'true'; sort?: 'student' | '-status' }
  const stand = async (query: Query) => {
    const reviews = await school.call(listReviews.reviewer, {
      token,
      query: { sort: 'next', ...query },
    })
    const names = reviews.slice(0, 50).map(({ student }) => student.name)
    await waitFor(async () => {
      const shown = (await findRows('Reviews')).map((row) => getCells(row)[1])
      expect(shown).toEqual(names)
    })
    return reviews
  }
  const [first] = await stand({})
  await choose('State', 'Closed')
  await stand({ closed: 'true' })
  await choose('State', 'Open')
  await stand({ open: 'true' })
  // One after the other, before the list has loaded.
  await choose('State', 'All states')
  const { _id: domain = '', name = '' } = first?.student.domain ?? {}
  await choose('Domain', name)
  await stand({ domain })
  await press('student name')
  await stand({ domain, sort: 'student' })
  await press('status')
  await press('status')
  await stand({ domain, sort: '-status' })
})

test('a list sorted by ‘When’ follows the times that it shows', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'advisor', at: '/advisor/reviews-list' })
  const shown = async () =>
    (await findRows('Reviews')).map((row) => {
      const whole = row.querySelector('time')?.dateTime ?? ''
      return whole.includes('T') ? getDateInZone(Date.parse(whole), schoolZone) : whole
    })
  const before = await shown()
  expect(before).not.toEqual(before.toSorted())
  await press('When')
  await waitFor(async () => expect(await shown()).toEqual((await shown()).toSorted()))
  expect(screen.getByRole('columnheader', { name: 'When' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
})

test('a student’s review is in the reviewer’s and the advisor’s list', async () => {
  const school = await startDemoSchool()
  const { student } = await school.call(getHome, { token: await school.tokenOf('student') })
  for (const role of ['advisor', 'reviewer'] as const) {
    const at = `/${role}/reviews-list?search=${encodeURIComponent(student.name)}`
    await openScreen(school, { as: role, at })
    expect((await findRows('Reviews'))[0]).toHaveTextContent('Scheduled')
  }
})

test('a review of a paused student shows no due date, which does not count', async () => {
  const school = await startDemoSchool()
  const { student } = await school.call(getHome, { token: await school.tokenOf('student') })
  const value = { id: student._id, reason: 'Ill', until: null }
  await school.call(pauseStudent, { token: await school.tokenOf('admin'), body: { value } })
  const at = `/advisor/reviews-list?open=true&search=${encodeURIComponent(student.name)}`
  await openScreen(school, { as: 'advisor', at })
  expect(getCells((await findRows('Reviews'))[0])).toContain('on hold')
})

function fail(): never {
  throw new Error('the demo school has no such review')
}
