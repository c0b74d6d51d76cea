import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { paths } from '#web/paths.ts'
import { monday } from '../../app.ts'
import { makePerson, makeReview, makeSlot } from '../../factories.ts'
import { follow, goTo, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findRegion, getFacts, getTexts } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'

type Planned = { inMinutes: number; student?: string; pending?: string }

/** A reviewer's home with slots in some minutes from now, free or booked. */
async function openReviewerHome(planned: Planned[]) {
  const school = await startDemoSchool()
  const reviewer = await makePerson(school, 'reviewer', { name: 'Rita Moreau' })
  for (const { inMinutes, student: name, pending } of planned) {
    const slot = await makeSlot(school, reviewer, monday + inMinutes * minuteMs)
    if (!name) continue
    const student = await makePerson(school, 'student', { name })
    const before = pending && (await makePreviousReview(school, student, pending))
    const id = await makeReview(school, { student, slot, week: before ? 2 : 1 })
    if (!before) continue
    const follows = { follows_id: before, pending_task: JSON.stringify([pending]) }
    await school.context.db.updateTable('reviews').set(follows).where('id', '=', id).execute()
  }
  const { token } = reviewer
  await openScreen(school, { as: { role: 'reviewer', token }, at: '/reviewer' })
  return { school, token }
}

/** The student's first review, with marks and a pending task. */
async function makePreviousReview(school: School, student: { _id: string }, pending: string) {
  const other = await makePerson(school, 'reviewer')
  const slot = await makeSlot(school, other, monday - 10_000 * minuteMs)
  const id = await makeReview(school, { student, slot, conducted: true, closed: true })
  const marks = { code: 61, theory: 72, week_status: 'Task Completed' as const }
  await school.context.db
    .updateTable('reviews')
    .set({ ...marks, pending_task: JSON.stringify([pending]) })
    .where('id', '=', id)
    .execute()
  return id
}

const getMainActions = () => [...document.querySelectorAll('main [data-variant=filled]')]

test('a reviewer without bookings reads that no reviews are pending', async () => {
  await openReviewerHome([{ inMinutes: 30 }])
  await screen.findByText('you have no reviews pending')
  screen.getByText('You have no bookings')
  expect((await findRegion('Today')).getByRole('listitem')).toHaveTextContent(
    '6:30 PM to 7:00 PM: 1 free slot',
  )
  expect(screen.queryByRole('link', { name: 'Set your availability' })).toBeNull()
  await goTo('Reviews List')
  await screen.findByText('no reviews found')
})

test('a reviewer without slots gets a link to set their availability', async () => {
  await openReviewerHome([])
  await follow('Set your availability')
  await expectAddress('/reviewer/availability')
})

test('the day is a timeline: the next review, free slots, gaps, and later reviews', async () => {
  await openReviewerHome([
    { inMinutes: 30, student: 'Ana Lima' },
    { inMinutes: 75 },
    { inMinutes: 105 },
    { inMinutes: 165, student: 'Bo Ek' },
  ])
  const today = await findRegion('Today')
  today.getByRole('heading', { name: 'Today (2)' })
  const line = document.querySelectorAll('main ol > li')
  expect(getTexts([...line])).toEqual([
    expect.stringMatching(/^Next Review6:30 PMToday, in 30 minutes.*Ana Lima/),
    '15 minutes free',
    '7:15 PM to 8:15 PM: 2 free slots',
    '30 minutes free',
    expect.stringMatching(/Bo Ek.*Today, 8:45 PM \(in 3 hours\)/),
  ])
  screen.getByText('2 reviews today, the next at 6:30 PM')
  expect(today.getAllByRole('img', { name: /, now booked/ })).toHaveLength(2)
  expect(getTexts(getMainActions())).toEqual(['Start Review'])
  expect(today.getAllByRole('button', { name: 'Start Review' })).toHaveLength(2)
  expect(today.getAllByRole('link', { name: 'View' })).toHaveLength(2)
})

test('the headline says that the next review has started', async () => {
  await openReviewerHome([{ inMinutes: -2, student: 'Ana Lima' }])
  await screen.findByText('1 review today, it began at 5:58 PM')
})

test('after the last review of the day, the headline says that there are no more today', async () => {
  await openReviewerHome([
    { inMinutes: -180, student: 'Ana Lima' },
    { inMinutes: 24 * 60, student: 'Bo Ek' },
  ])
  await screen.findByText(
    '1 review needs your marks. No more reviews today. Next: tomorrow, 6:00 PM',
  )
})

test('a review whose slot has ended is replaced by the current one', async () => {
  await openReviewerHome([
    { inMinutes: -35, student: 'Ana Lima' },
    { inMinutes: -5, student: 'Bo Ek' },
  ])
  const next = await findRegion('Next Review')
  next.getByText('Bo Ek')
  screen.getByText('2 reviews today, one began at 5:55 PM')
  expect(next.queryByText('Ana Lima')).toBeNull()
})

test('a review marked early is shown as marked, not as a free slot', async () => {
  const { school, token } = await openReviewerHome([
    { inMinutes: 30, student: 'Ana Lima' },
    { inMinutes: 60, student: 'Bo Ek' },
    { inMinutes: 90, student: 'Cai Wu' },
  ])
  const booked = await school.call(listReviews.reviewer, { token, query: { home: 'true' } })
  const id = booked[1]?._id ?? ''
  const mark = { code: 80, theory: 70, weekStatus: 'Task Completed' } as const
  await school.call(updateMark, { token, body: { id, value: { mark } } })
  await openScreen(school, { as: { role: 'reviewer', token }, at: '/reviewer' })
  await findRegion('Today')
  const [, held, ...rest] = getTexts([...document.querySelectorAll('main ol > li')])
  expect(held).toBe('7:00 PM to 7:30 PM: already marked, Bo Ek')
  expect(rest).toEqual([expect.stringMatching(/Cai Wu/)])
  await follow('Bo Ek')
  await expectAddress(paths.reviewDetails('reviewer', id))
  await (await findRegion('Call')).findByText('The marks were given without a call.')
})

test('reviews without marks come first, open while there are few', async () => {
  await openReviewerHome([
    { inMinutes: -180, student: 'Ana Lima' },
    { inMinutes: -90, student: 'Bo Ek' },
    { inMinutes: 30, student: 'Cai Wu' },
  ])
  const owed = await screen.findByRole('button', { name: '2 reviews need your marks' })
  expect(owed).toHaveAttribute('aria-expanded', 'false')
  const headings = () => getTexts(screen.getAllByRole('heading', { level: 2 }))
  expect(headings()).toEqual(['2 reviews need your marks', 'Today (1)'])
  await press('2 reviews need your marks')
  const list = within(screen.getByRole('list', { name: 'Waiting for your marks' }))
  expect(list.getAllByRole('link', { name: 'Give marks' })).toHaveLength(2)
  expect(list.getAllByRole('button', { name: 'Start Review' })).toHaveLength(2)
  screen.getByText('2 reviews need your marks. 1 review today, at 6:30 PM')
  expect(getTexts(getMainActions())).toEqual(['Start Review'])
})

test('missing marks stay listed until they are entered, also while the advisor follows up', async () => {
  const { school, token } = await openReviewerHome([
    { inMinutes: -14 * 24 * 60, student: 'Ana Lima' },
    { inMinutes: -49 * 60, student: 'Bo Ek' },
  ])
  await screen.findByRole('button', { name: '2 reviews need your marks' })
  screen.getByText('Ana Lima')
  const [oldest] = await school.call(listReviews.reviewer, { token, query: { home: 'true' } })
  const mark = { code: 80, theory: 70, weekStatus: 'Task Completed' } as const
  await school.call(updateMark, { token, body: { id: oldest?._id ?? '', value: { mark } } })
  await openScreen(school, { as: { role: 'reviewer', token }, at: '/reviewer' })
  await screen.findByRole('button', { name: '1 review needs your marks' })
  expect(screen.queryByText('Ana Lima')).toBeNull()
  screen.getByText('Bo Ek')
})

test('a blocked student’s review does not wait for marks', async () => {
  const { school, token } = await openReviewerHome([{ inMinutes: -180, student: 'Ana Lima' }])
  await screen.findByText('Ana Lima')
  const blocked = { blocked_at: monday }
  await school.context.db
    .updateTable('people')
    .set(blocked)
    .where('name', '=', 'Ana Lima')
    .execute()
  await openScreen(school, { as: { role: 'reviewer', token }, at: '/reviewer' })
  await screen.findByText('You have no bookings')
})

test('without bookings, entering missing marks is the main action', async () => {
  await openReviewerHome([
    { inMinutes: -180, student: 'Ana Lima' },
    { inMinutes: -90, student: 'Bo Ek' },
  ])
  await screen.findByText('Ana Lima')
  expect(getTexts(getMainActions())).toEqual(['Give marks'])
  expect(screen.queryByText('You have no bookings')).toBeNull()
})

test('later days are collapsed by date, without the next review', async () => {
  const day = 24 * 60
  await openReviewerHome([
    { inMinutes: day, student: 'Ana Lima' },
    { inMinutes: day + 60, student: 'Bo Ek' },
    { inMinutes: 2 * day, student: 'Cai Wu' },
  ])
  const next = await findRegion('Next Review')
  next.getByText('Ana Lima')
  screen.getByText('No reviews today. Next: tomorrow, 6:00 PM')
  expect(screen.queryByText('Bo Ek')).toBeNull()
  screen.getByRole('button', { name: 'Wed 4 Mar (1)' })
  await press('Tomorrow (1 more)')
  await waitFor(() => expect(screen.getByText('Bo Ek')).toBeVisible())
  expect(screen.getAllByText('Ana Lima')).toHaveLength(1)
})

test('the last marks and pending tasks are one click away', async () => {
  await openReviewerHome([{ inMinutes: 30, student: 'Ana Lima', pending: 'Explain closures' }])
  const name = 'Last marks and pending tasks of Ana Lima'
  const fold = await screen.findByRole('button', { name })
  expect(screen.queryByText('Explain closures')).toBeNull()
  await press(name)
  await screen.findByText('Explain closures')
  screen.getByRole('heading', { name: 'Last marks, week 01' })
  expect(getFacts(await findRegion('Next Review'))).toMatchObject({
    'Code mark': '61',
    'Theory mark': '72',
  })
  expect(fold).toHaveAttribute('aria-expanded', 'true')
  await press(name)
  await waitFor(() => expect(screen.queryByText('Explain closures')).toBeNull())
})

test('a first review says that there is no previous one', async () => {
  await openReviewerHome([{ inMinutes: 30, student: 'Ana Lima' }])
  await press('Last marks and pending tasks of Ana Lima')
  await screen.findByText('This is the student’s first review.')
})
