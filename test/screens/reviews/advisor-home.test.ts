import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { formatDayInZone, getDateInZone } from '#contract/kit/time/zone.ts'
import { getPlan } from '#contract/plan.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { getHome, listReviews, type Review } from '#contract/reviews/reviews.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { requestReschedule } from '#contract/reviews/scheduling/reschedule-requests.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { paths } from '#web/paths.ts'
import { monday } from '../../app.ts'
import { answer, follow, press } from '../actions.ts'
import { formatTwoDigits, getDateInDays, schoolZone } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findHeading, findRows, findToast, getTexts } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'

const waitsForDecision = { status: 'conducted', open: 'true' } as const

async function block({ context, time }: School, id = ''): Promise<void> {
  const blocked = { blocked_at: time.now }
  await context.db.updateTable('people').set(blocked).where('id', '=', id).execute()
}

/** The advisor's home, and the reviews that wait for a slot or a decision. */
async function openAdvisorHome() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  const toBook = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  const toDecide = await school.call(listReviews.advisor, { token, query: waitsForDecision })
  const open = () => openScreen(school, { as: 'advisor', at: '/advisor' })
  await open()
  return { school, token, toBook, toDecide, open }
}

/**
 * The expected headline: of reviews without a slot the planner books those due within four days,
 * and the headline names the day from which it books the next ones.
 */
function getExpectedHeadline(decide: number, toBook: Review[], opened = 0): string {
  const isNow = ({ date }: Review) =>
    getDateInZone(Date.parse(date), schoolZone) <= getDateInDays(4)
  const book = toBook.filter(isNow).length
  const toDecide = decide > 0 ? `${decide} to decide, ` : ''
  const later = toBook.length - book + opened
  return `${decide + book} reviews need you: ${toDecide}${book} to schedule now. ${later} more ${nextDay()}`
}

/** The first day that cannot be booked yet, as planner and home format it. */
const nextDay = () => `from ${formatDayInZone(Date.parse(getDateInDays(3)), 'UTC')}`

test('the advisor’s home says from which day the planner books the others', async () => {
  const { school, token } = await openAdvisorHome()
  await screen.findByText(new RegExp(`more ${nextDay()}$`))
  const plan = await school.call(getPlan, { token, query: {} })
  const [next] = plan.filter(({ notBefore }) => notBefore !== null)
  expect(next?.why).toMatch(new RegExp(`^Due in 5 days. Planned ${nextDay()}$`))
})

test('the advisor’s home lists reviews by urgency, each with its actions', async () => {
  const { toBook, toDecide } = await openAdvisorHome()
  await screen.findByText(getExpectedHeadline(toDecide.length, toBook))
  for (const [section, reviews, buttons, links] of [
    ['To decide', toDecide, ['Repeat week', 'Next week'], ['Update Review', 'View']],
    ['To schedule', toBook, [], ['Book slot', 'View']],
  ] as const) {
    expect(reviews.length).toBeGreaterThan(0)
    for (const [index, row] of (await findRows(section, reviews.length)).entries()) {
      const card = within(row)
      expect(card.getByRole('heading')).toHaveTextContent(`${reviews[index]?.student.name}`)
      expect(row).toHaveTextContent(`Week ${formatTwoDigits(reviews[index]?.week ?? 0)}`)
      const { _id, name = '' } = reviews[index]?.student ?? {}
      expect(getTexts(card.getAllByRole('link'))).toEqual([name, ...links])
      expect(card.getByRole('link', { name })).toHaveAttribute(
        'href',
        paths.studentProgress(`${_id}`),
      )
      for (const button of buttons) card.getByRole('button', { name: button })
    }
  }
  // The last list appears after the others.
  await screen.findByRole('button', { name: /^Later \(/ })
  const headings = getTexts(screen.getAllByRole('heading', { level: 2 }))
  expect(headings.map((text) => text.replace(/ \(\d+\)$/, ''))).toEqual(
    expect.arrayContaining(['To decide', 'To schedule', 'Later']),
  )
})

test('the advisor’s home shows the marks of reviews to decide on', async () => {
  const { toDecide } = await openAdvisorHome()
  for (const [index, row] of (await findRows('To decide')).entries()) {
    const { code, theory, weekStatus } = toDecide[index]?.mark ?? {}
    expect(row).toHaveTextContent(`${weekStatus}Code ${code}, theory ${theory}`)
  }
})

test('an advisor expands and collapses the reviews of later days', async () => {
  const { school, token } = await openAdvisorHome()
  const booked = await school.call(listReviews.advisor, { token, query: { home: 'true' } })
  const later = booked.filter(({ day }) => day && day > getDateInDays(0))
  const fold = await screen.findByRole('button', { name: `Later (${later.length})` })
  expect(fold).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByText(new RegExp(`${later[0]?.student.name}`))).toBeNull()
  await userEvent.click(fold)
  expect(fold).toHaveAttribute('aria-expanded', 'true')
  for (const [index, row] of (await findRows('Later', later.length)).entries()) {
    expect(within(row).getByRole('heading')).toHaveTextContent(`${later[index]?.student.name}`)
    expect(getTexts(within(row).getAllByRole('link'))).toEqual([
      later[index]?.student.name,
      ...['Update Review', 'View'],
    ])
  }
  await userEvent.click(fold)
  expect(screen.queryByRole('list', { name: 'Later' })).toBeNull()
})

test('an advisor decides from the home after confirmation, and continues with the next', async () => {
  const { school, token, toDecide } = await openAdvisorHome()
  const [first, second] = toDecide
  if (!first || !second) throw new Error('too few wait for a decision')
  const card = async () => within((await findRows('To decide'))[0] ?? document.body)
  await press('Next week', await card())
  await answer('Are you sure you want to proceed to the next week?', 'Cancel')
  await waitFor(async () =>
    expect((await card()).getByRole('button', { name: 'Next week' })).toHaveFocus(),
  )
  await press('Next week', await card())
  await answer('Are you sure you want to proceed to the next week?', 'Yes, go to the next week')
  await userEvent.hover(await findToast('review status updated successfully.'))
  await findToast(`${first.student.name} moves on to week ${formatTwoDigits(first.week + 1)}.`)
  // The toast closes soon unless it is pointed at, and says where Undo is afterwards.
  const details = await screen.findByRole('link', { name: 'the review’s details' })
  expect(details).toHaveAttribute('href', `/advisor/review-details/${first._id}`)
  await findRows('To decide', toDecide.length - 1)
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: second.student.name })).toHaveFocus(),
  )
  const query = { student: first.student._id, open: 'true' }
  const open = () => school.call(listReviews.advisor, { token, query })
  expect((await open()).map(({ week }) => week)).toEqual([first.week + 1])

  await press('Undo')
  await findToast('Decision undone')
  await findRows('To decide', toDecide.length)
  expect(document.body).not.toHaveFocus()
  expect((await open()).map(({ _id }) => _id)).toEqual([first._id])
})

test('a card shows the timeline of a review', async () => {
  await openAdvisorHome()
  for (const [section, name] of [
    ['To decide', /, now marked .*, decided not yet$/],
    ['To schedule', /^now due .*, booked not yet, /],
  ] as const) {
    for (const row of await findRows(section)) within(row).getByRole('img', { name })
  }
})

test('a decision made elsewhere closes the confirmation on the home, and is shown', async () => {
  const { school, token, toDecide } = await openAdvisorHome()
  const [first, second] = toDecide
  if (!first || !second) throw new Error('too few wait for a decision')
  const [row] = await findRows('To decide')
  await press('Repeat week', within(row ?? document.body))
  await screen.findByText('Are you sure you want to repeat this week?')
  const body = { id: first._id, value: { status: 'next-week' } } as const
  await school.call(createReview.advisor, { token, body })
  await queryClient.invalidateQueries()
  await findToast(`${first.student.name} moves on to week ${formatTwoDigits(first.week + 1)}.`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: second.student.name })).toHaveFocus(),
  )
})

test('after the last decision the focus moves to the headline', async () => {
  const { toBook, toDecide } = await openAdvisorHome()
  for (const { length } of toDecide.map((_, index) => toDecide.slice(index))) {
    const [row] = await findRows('To decide', length)
    await press('Repeat week', within(row ?? document.body))
    await answer('Are you sure you want to repeat this week?', 'Yes, repeat the week')
    await waitFor(() => expect(document.contains(row ?? null)).toBe(false))
  }
  const said = getExpectedHeadline(0, toBook, toDecide.length)
  await waitFor(() => expect(screen.getByText(said)).toHaveFocus())
})

test('the advisor’s home shows which reviews are overdue', async () => {
  const { toBook } = await openAdvisorHome()
  const late = toBook.filter(
    ({ date }) => getDateInZone(Date.parse(date), schoolZone) < getDateInDays(0),
  )
  expect(late.length).toBeGreaterThan(0)
  const marked = (await findRows('To schedule')).filter((row) => within(row).queryByText('Overdue'))
  expect(getTexts(marked.map((row) => within(row).getByRole('heading')))).toEqual(
    late.map(({ student }) => student.name),
  )
})

test('why a review waits has the reader’s time format, also beside a reschedule request', async () => {
  const school = await startDemoSchool()
  const [student, reviewer] = [await school.tokenOf('student'), await school.tokenOf('reviewer')]
  const home = await school.call(getHome, { token: student })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  const reviewId = home._id
  const cancelled = { reviewId, reason: 'I teach until 1:00 PM' }
  await school.call(cancelBooking.reviewer, { token: reviewer, body: { value: cancelled } })
  localStorage.setItem('24-hours', 'on')
  const open = () => openScreen(school, { as: 'advisor', at: '/advisor' })
  await open()
  await screen.findByText(/Cancelled by Priya Nair: “I teach until 13:00”/)
  const asked = { reviewId, reason: 'An exam', slots: [] }
  await school.call(requestReschedule, { token: student, body: { value: asked } })
  await open()
  const [request] = await findRows('Reschedule requests', 1)
  expect(request).toHaveTextContent('Cancelled by Priya Nair: “I teach until 13:00”')
})

test("both buttons of an advisor’s card open scheduling, and 'View' the details", async () => {
  const { toBook, toDecide, open } = await openAdvisorHome()
  const name = new RegExp(toBook[0]?.student.name ?? 'nobody')
  const firstOf = async (section: string) => within((await findRows(section))[0] ?? document.body)
  await follow('Book slot', await firstOf('To schedule'))
  await findHeading('Schedule Reviews')
  expect(await screen.findByRole('combobox', { name: 'Student' })).toHaveDisplayValue(name)

  await open()
  await follow('Update Review', await firstOf('To decide'))
  await findHeading('Schedule Reviews')
  await screen.findByRole('heading', { name: `What is next for ${toDecide[0]?.student.name}?` })

  await open()
  await follow('View', await firstOf('To schedule'))
  await expectAddress(`/advisor/review-details/${toBook[0]?._id}`)
  expect(await screen.findByRole('region', { name: 'Student Details' })).toHaveTextContent(name)
})

test('the advisor follows up on a review held two days ago without marks', async () => {
  const school = await startDemoSchool()
  school.moveTo(monday + 4 * dayMs)
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  const section = await screen.findByRole('region', { name: 'No marks yet' })
  const { length } = within(section).getAllByRole('listitem')
  expect(length).toBeGreaterThan(0)
  expect(
    within(section).getByText(
      /^These reviews are over but have no marks. Remind the reviewer, or /,
    ),
  ).toBeVisible()
  await screen.findByText(new RegExp(`needs? you: .*\\b${length} without marks`))
  const remind = await within(section).findAllByRole('button', { name: /^Remind: / })
  expect(remind).toHaveLength(length)
  await userEvent.click(remind[0] ?? section)
  await findToast('Reminder sent')
  expect(await within(section).findAllByRole('button', { name: /^Reminded: / })).toHaveLength(1)
})

test('the advisor follows up on a blocked reviewer’s missing marks at once, without a reminder', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  const [booked] = await school.call(listReviews.advisor, { token, query: { home: 'true' } })
  const { _id = '', reviewer, startsAt } = booked ?? {}
  school.moveTo(Date.parse(startsAt ?? '') + 2 * hourMs)
  await block(school, reviewer?._id)
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  const section = await screen.findByRole('region', { name: 'No marks yet' })
  expect(section).toHaveTextContent(`with ${reviewer?.name}, who is blocked`)
  expect(section).not.toHaveTextContent('Remind the reviewer')
  expect(section).toHaveTextContent('Choose Update Review to record a no-show')
  await openScreen(school, { as: 'advisor', at: `/advisor/review-details/${_id}` })
  await screen.findByText(
    `${reviewer?.name} is blocked and cannot give the marks. Record who did not come, or decide without the marks.`,
  )
  await press('More actions')
  await screen.findByRole('menuitem', { name: 'Student did not come' })
  expect(screen.queryByRole('menuitem', { name: /^Remind/ })).toBeNull()
})

test('a blocked student’s review needs nothing from the advisor, and its page says so', async () => {
  const { school, toBook, toDecide } = await openAdvisorHome()
  const [first] = toBook
  await block(school, first?.student._id)
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  await screen.findByText(getExpectedHeadline(toDecide.length, toBook.slice(1)))
  expect(screen.queryByText(first?.student.name ?? '')).toBeNull()
  const blocked = `${first?.student.name} is blocked. This review is on hold until an admin unblocks them.`
  await openScreen(school, { as: 'advisor', at: `/advisor/review-details/${first?._id}` })
  await screen.findByText(blocked)
  expect(screen.queryByRole('link', { name: 'Book slot' })).toBeNull()
  await openScreen(school, { as: 'admin', at: `/admin/review-details/${first?._id}` })
  await screen.findByText(blocked)
  expect(screen.queryByRole('button', { name: 'Book slot' })).toBeNull()
  const schedule = paths.scheduleReview(first?._id ?? '')
  await openScreen(school, { as: 'advisor', at: schedule })
  await screen.findByText(blocked)
  expect(screen.queryByRole('combobox', { name: 'Reviewer' })).toBeNull()
})
