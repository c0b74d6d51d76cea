import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { getHome, type Review } from '#contract/reviews/reviews.ts'
import { reportNoShow } from '#contract/reviews/scheduling/no-show.ts'
import { listWeeklyTasks, workoutLists } from '#contract/tasks/tasks.ts'
import { joinRoom } from '#server/calls/actions.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { formatDay, toMidSentence } from '#web/kit/ui/dates/dates.ts'
import { follow, press } from '../actions.ts'
import { schoolZone } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { findHeading, findRegion, getTexts } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'

async function readCurrentReview(school: School): Promise<Review> {
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  return home
}

/** Removes the slot of the demo student's current review; returns noon of its due date. */
async function removeSlot(school: School): Promise<number> {
  const { _id, date } = await readCurrentReview(school)
  await school.context.db
    .updateTable('reviews')
    .set({ status: 'not-scheduled', slot_id: null })
    .where('id', '=', _id)
    .execute()
  return new Date(date).setUTCHours(11, 0, 0, 0)
}

function formatInstant(instant: number, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: schoolZone })
  return format.format(instant).replaceAll(',', '')
}

test.each([
  [3, '3 days left', false],
  [2, '2 days left', false],
  [1, 'Tomorrow', false],
  [0, 'Today', false],
  [-1, 'Yesterday', true],
  [-3, '3 days ago', true],
] as const)(
  'the card shows week, date and time left until the next review: %i days before',
  async (daysBefore, label, isOverdue) => {
    const school = await startDemoSchool()
    const due = await removeSlot(school)
    school.moveTo(due - daysBefore * dayMs)
    await openScreen(school, { as: 'student', at: '/' })
    const card = await findRegion('Next Review')
    await card.findByText(label)
    expect(card.queryAllByText('Overdue')).toHaveLength(isOverdue ? 1 : 0)
    card.getByRole('heading', { name: 'Next Review' })
    card.getByText('05')
    card.getByText('week')
    card.getByText(formatInstant(due, { weekday: 'long', month: 'long', day: 'numeric' }))
    expect(card.queryByText(/^due/)).toBeNull()
    expect(card.queryByText('Join into review')).toBeNull()
  },
)

test.each([
  ['student', 'You did not come to your review. Time and reviewer: not scheduled.'],
  ['reviewer', 'Your reviewer did not come. Time and reviewer: not scheduled.'],
] as const)('a student reads at home that the %s did not come', async (who, text) => {
  const school = await startDemoSchool()
  const { _id: reviewId, startsAt } = await readCurrentReview(school)
  school.moveTo(Date.parse(startsAt ?? '') + 2 * hourMs)
  const token = await school.tokenOf('advisor')
  await school.call(reportNoShow.advisor, { token, body: { value: { reviewId, who } } })
  await openScreen(school, { as: 'student', at: '/' })
  await (await findRegion('Next Review')).findByText(text, { exact: false })
})

test.each([
  [3, '3 days left'],
  [1, 'Tomorrow'],
  [0, 'Today'],
] as const)(
  'a booked review shows its slot, with the due date in small text: %i days before',
  async (daysBefore, label) => {
    const school = await startDemoSchool()
    const { startsAt, date, reviewer, time } = await readCurrentReview(school)
    if (!startsAt) throw new Error('The present review has no slot')
    const starts = Date.parse(startsAt)
    school.moveTo(starts - daysBefore * dayMs - hourMs)
    await openScreen(school, { as: 'student', at: '/' })
    const card = await findRegion('Next Review')
    card.getByText(formatInstant(starts, { weekday: 'long', month: 'long', day: 'numeric' }))
    expect(card.getByText(label).parentElement).toHaveTextContent(
      `${label} · ${time}${daysBefore === 0 ? ' (in 1 hour)' : ''} with ${reviewer?.name}`,
    )
    const [due, today] = [Date.parse(date), Date.now()].map((at) => getDateInZone(at, schoolZone))
    expect(card.getByText(/^due/)).toHaveTextContent(
      `due ${toMidSentence(formatDay(due ?? '', today ?? ''))}`,
    )
    card.getByRole('button', { name: 'Join into review' })
    await card.findByText('Add to calendar')
  },
)

test.each([
  [1, 'Yesterday', ''],
  // The reviewer's 48 hours are over.
  [3, '3 days ago', ' Henrik Lindqvist will follow up.'],
] as const)(
  'a past review without marks says when it was, and who has to enter them: %i days later',
  async (daysLater, label, next) => {
    const school = await startDemoSchool()
    const { startsAt, reviewer, _id } = await readCurrentReview(school)
    const starts = Date.parse(startsAt ?? '')
    school.moveTo(starts + daysLater * dayMs)
    await openScreen(school, { as: 'student', at: '/' })
    const card = await findRegion('Your review')
    card.getByText(formatInstant(starts, { weekday: 'long', month: 'long', day: 'numeric' }))
    card.getByText(label)
    card.getByText(`${reviewer?.name} has not given the marks yet.${next}`)
    expect(card.queryByText('Overdue')).toBeNull()
    expect(card.queryByText('Join into review')).toBeNull()
    expect(card.queryByText('Request reschedule')).toBeNull()
    card.getByRole('link', { name: 'Review Details' })
    await openScreen(school, { as: 'student', at: `/review-details/${_id}` })
    await screen.findByText(`${reviewer?.name} has not given the marks yet.${next}`)
    // The two may still meet at a time of their own.
    screen.getByRole('button', { name: 'Join into review' })
  },
)

test('the home links to the call until two hours after the start, longer while the reviewer is there', async () => {
  const school = await startDemoSchool()
  const { _id, startsAt, reviewer } = await readCurrentReview(school)
  const closes = Date.parse(startsAt ?? '') + 2 * hourMs
  const join = { name: 'Join into review' }
  school.moveTo(closes - 1)
  await openScreen(school, { as: 'student', at: '/' })
  await (await findRegion('Your review')).findByRole('button', join)
  const asking = { personId: reviewer?._id ?? '', role: 'reviewer' } as const
  await joinRoom(school.context, asking, { reviewId: _id, again: false })
  school.moveTo(closes)
  await openScreen(school, { as: 'student', at: '/' })
  await (await findRegion('Your review')).findByRole('button', join)
})

test('ten minutes after the start, the home leads to where the reviewer’s no-show is recorded', async () => {
  const school = await startDemoSchool()
  const { _id, startsAt } = await readCurrentReview(school)
  const link = { name: 'Reviewer did not come?' }
  school.moveTo(Date.parse(startsAt ?? '') + 9 * minuteMs)
  await openScreen(school, { as: 'student', at: '/' })
  await screen.findByRole('button', { name: 'Add to calendar' })
  expect(screen.queryByRole('link', link)).toBeNull()
  school.moveTo(Date.parse(startsAt ?? '') + 10 * minuteMs)
  await openScreen(school, { as: 'student', at: '/' })
  const leads = await screen.findByRole('link', link)
  expect(leads.getAttribute('href')).toBe(`/review-details/${_id}`)
})

test('a student whose advisor is blocked reads that the school assigns another one', async () => {
  const school = await startDemoSchool()
  const { _id, advisor } = await readCurrentReview(school)
  const { db } = school.context
  const blocked = { blocked_at: school.time.now }
  await db
    .updateTable('people')
    .set(blocked)
    .where('id', '=', advisor?._id ?? '')
    .execute()
  await db.updateTable('reviews').set({ status: 'conducted' }).where('id', '=', _id).execute()
  await openScreen(school, { as: 'student', at: '/' })
  const decides = 'Your school will assign you an advisor, who will decide how you continue.'
  await (await findRegion('Next Review')).findByText(`Your review is done. ${decides}`)
  await openScreen(school, { as: 'student', at: `/review-details/${_id}` })
  await screen.findByText(decides)

  const open = { status: 'not-scheduled', slot_id: null, advisor_id: null } as const
  await db.updateTable('reviews').set(open).where('id', '=', _id).execute()
  await openScreen(school, { as: 'student', at: '/' })
  await (await findRegion('Next Review')).findByText(
    /Your school will assign you an advisor, who will book/,
  )
  await openScreen(school, { as: 'student', at: `/review-details/${_id}` })
  await screen.findByText(/^Your school will assign you an advisor, who will book a time for you/)
})

test('a blocked reviewer’s review cannot be joined and waits for no marks', async () => {
  const school = await startDemoSchool()
  const { reviewer, advisor, startsAt } = await readCurrentReview(school)
  const { db } = school.context
  school.moveTo(Date.parse(startsAt ?? '') + 61 * minuteMs)
  const blocked = { blocked_at: school.time.now }
  await db
    .updateTable('people')
    .set(blocked)
    .where('id', '=', reviewer?._id ?? '')
    .execute()
  await openScreen(school, { as: 'student', at: '/' })
  const card = await findRegion('Your review')
  card.getByText(`${reviewer?.name} can no longer give the marks. ${advisor?.name} will follow up.`)
  expect(card.queryByText('Join into review')).toBeNull()
})

test('the main action is the week’s task, and joining from 15 minutes before the slot', async () => {
  const school = await startDemoSchool()
  const { startsAt } = await readCurrentReview(school)
  for (const [minutes, quiet] of [
    [16, 'Join into review'],
    [15, 'Weekly Task'],
  ] as const) {
    school.moveTo(Date.parse(startsAt ?? '') - minutes * minuteMs)
    await openScreen(school, { as: 'student', at: '/' })
    const join = (await findRegion('Next Review')).getByRole('button', { name: 'Join into review' })
    const others = join.parentElement?.querySelectorAll('[data-variant]:not([data-variant=filled])')
    expect(getTexts([...(others ?? [])])).toEqual([quiet])
  }
})

test('the home says that the reviewer is in the call, and plays a sound if switched on', async () => {
  const school = await startDemoSchool()
  const { _id, startsAt, reviewer } = await readCurrentReview(school)
  if (!startsAt || !reviewer) throw new Error('The present review has no slot')
  school.moveTo(Date.parse(startsAt))
  await openScreen(school, { as: 'student', at: '/' })
  const card = await findRegion('Next Review')
  expect(card.getByRole('status')).toHaveTextContent('')

  const heard = countNotes()
  const sound = await card.findByRole('checkbox', {
    name: 'Play a sound when my reviewer joins',
  })
  expect(sound).not.toBeChecked()
  await userEvent.click(sound)
  await waitFor(() => expect(heard.notes).toBe(3))
  const asking = { personId: reviewer._id, role: 'reviewer' } as const
  await joinRoom(school.context, asking, { reviewId: _id, again: false })
  await queryClient.invalidateQueries()
  await card.findByText(`${reviewer.name} is waiting for you in the room.`)
  await waitFor(() => expect(heard.notes).toBe(6))
  localStorage.removeItem('waiting-sound')
})

/** Counts the notes played by the page. */
function countNotes() {
  const heard = { notes: 0 }
  const silent = { connect: (to: unknown) => to, stop() {} }
  const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} }
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running'
      currentTime = 0
    },
  )
  vi.stubGlobal(
    'GainNode',
    class {
      connect = silent.connect
      gain = gain
    },
  )
  vi.stubGlobal(
    'OscillatorNode',
    class {
      connect = silent.connect
      stop = silent.stop
      start() {
        heard.notes += 1
      }
    },
  )
  return heard
}

test('the home lists pending tasks and this week’s tasks', async () => {
  const school = await startDemoSchool()
  const present = await readCurrentReview(school)
  await school.context.db
    .updateTable('reviews')
    .set({ pending_task: JSON.stringify(['Finish the quiz']) })
    .where('id', '=', present._id)
    .execute()
  const token = await school.tokenOf('student')
  const { tasks } = await school.call(listWeeklyTasks, { token })
  const task = tasks.find(({ week }) => week === present.week)
  await openScreen(school, { as: 'student', at: '/' })
  const card = await findRegion('This week')
  card.getByRole('heading', { name: 'Pending tasks' })
  expect(getTexts(card.getAllByRole('listitem'))).toEqual([
    'Finish the quiz',
    ...workoutLists.flatMap(({ field }) => task?.[field] ?? []),
  ])
})

test('a week without a task says so, and whom to ask', async () => {
  const school = await startDemoSchool()
  const { week, student } = await readCurrentReview(school)
  await school.context.db
    .deleteFrom('tasks')
    .where('domain_id', '=', student.domain?._id ?? '')
    .where('week', '=', week)
    .execute()
  const none = 'No task for this week yet. Ask your advisor what to work on in the meantime.'
  await openScreen(school, { as: 'student', at: '/' })
  await screen.findByText(none)
  await openScreen(school, { as: 'student', at: '/weekly-task' })
  await screen.findByText(none)
})

test('the home shows the week, the review’s time and its due date once each', async () => {
  await openScreen(await startDemoSchool(), { as: 'student', at: '/' })
  const card = await findRegion('Next Review')
  await (await findRegion('Profile')).findByText('Web Development')
  const calendar = await findRegion('Calendar')
  expect(getTexts(calendar.getAllByRole('listitem'))).toEqual(['review', 'review due'])
  const said = document.querySelector('main')?.textContent ?? ''
  expect(said.match(/05/g)).toHaveLength(1)
  expect(said.match(/Web Development/g)).toHaveLength(1)
  card.getByText('05')
})

test('the home greets the student and shows who is signed in', async () => {
  await openScreen(await startDemoSchool(), { as: 'student', at: '/' })
  await screen.findByText('Good evening, Amara')
  await screen.findByRole('img', { name: /, now booked/ })
  const profile = await findRegion('Profile')
  await profile.findByText('student@weekward.test')
  profile.getByText('Web Development')
  await follow('Profile', profile)
  await waitFor(async () => expect(await findHeading('Profile')).toHaveFocus())
})

test('the calendar marks today and the review, and has buttons for other months', async () => {
  const school = await startDemoSchool()
  const due = await removeSlot(school)
  school.moveTo(due)
  await openScreen(school, { as: 'student', at: '/' })
  await findRegion('Calendar')
  const today = () => document.querySelectorAll('[aria-current=date]')
  const month = (instant: number) => formatInstant(instant, { month: 'long', year: 'numeric' })
  await screen.findByRole('table', { name: month(due) })
  await waitFor(() =>
    expect(today()[0]).toHaveTextContent(`${formatInstant(due, { day: 'numeric' })} today`),
  )
  await (await findRegion('Calendar')).findByText('review due')

  const dayOfMonth = Number(formatInstant(due, { day: 'numeric' }))
  const [lastMonth, nextMonth] = [due - dayOfMonth * dayMs, due + (32 - dayOfMonth) * dayMs]
  await press('Next month')
  await screen.findByRole('table', { name: month(nextMonth) })
  expect(today()).toHaveLength(0)
  await press('Previous month')
  await waitFor(() => expect(today()).toHaveLength(1))
  await press('Previous month')
  await screen.findByRole('table', { name: month(lastMonth) })
  expect(today()).toHaveLength(0)
})
