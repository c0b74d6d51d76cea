import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getHome } from '#contract/reviews/reviews.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { requestReschedule } from '#contract/reviews/scheduling/reschedule-requests.ts'
import { addSlots } from '#contract/slots/slots.ts'
import { paths } from '#web/paths.ts'
import { fill, press } from '../actions.ts'
import { getDateInDays } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { byWholeText, expectError, findField, findRegion, findRows, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/**
 * The demo student's booked review, and four free slots of its reviewer in the evening in two days.
 */
async function setUpBooking() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('student')
  const reviewer = await school.tokenOf('reviewer')
  const values = { date: getDateInDays(2), timeStart: '21:00', timeEnd: '23:00', reviewTime: 30 }
  await school.call(addSlots, { token: reviewer, body: { values } })
  const ask = async () => {
    const home = await school.call(getHome, { token })
    if (!('_id' in home)) throw new Error('The demo student has no review')
    return home
  }
  const booked = await ask()
  const query = { review: booked._id, limit: 100 }
  const free = await school.call(listFreeSlots.student, { token, query })
  const evening = free.filter(
    ({ date, slot_time }) => date === getDateInDays(2) && /^(9|10):.. PM$/.test(slot_time),
  )
  const requestSlots = (slots: string[]) => {
    const value = { reviewId: booked._id, reason: 'An exam', slots }
    return school.call(requestReschedule, { token, body: { value } })
  }
  return { school, ask, booked, evening: evening.map(({ _id }) => _id), wish: requestSlots }
}

test('a student requests another time with a reason and up to three slots, and withdraws it', async () => {
  const { school, booked, ask } = await setUpBooking()
  await openScreen(school, { as: 'student', at: paths.reviewDetails('student', booked._id) })
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Request reschedule…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Request reschedule' }))
  await dialog.findByText(/^\d+ other students? (is|are) waiting for a slot in your domain\.$/)
  const day = within(await dialog.findByRole('list', { name: 'Wed 4 Mar with Priya Nair' }))
  for (const time of ['9:00 PM', '9:30 PM', '10:00 PM']) await press(time, day)
  expect(day.getByRole('button', { name: '10:30 PM' })).toBeDisabled()
  await press('10:00 PM', day)
  await dialog.findByText(/best first\. 2 selected\.$/)
  await press('Request reschedule', dialog)
  await expectError(await findField('Reason'), 'Please give a reason')
  await fill(await findField('Reason'), 'I have an exam')
  await press('Request reschedule', dialog)
  await findToast('Reschedule request sent to your advisor')
  expect((await ask()).wish).toMatchObject({
    reason: 'I have an exam',
    slots: [{ slot_time: '9:00 PM' }, { slot_time: '9:30 PM' }],
  })
  await screen.findByText(byWholeText('You asked to reschedule: “I have an exam”'))
  await press('Withdraw')
  await findToast('Reschedule request withdrawn')
  expect((await ask()).wish).toBeNull()
})

test('a student requests another time from the home, and the slots keep the chosen order', async () => {
  const { school, ask } = await setUpBooking()
  await openScreen(school, { as: 'student', at: '/' })
  const card = await findRegion('Next Review')
  await press('Request reschedule', card)
  const asking = within(await screen.findByRole('dialog', { name: 'Request reschedule' }))
  await fill(await findField('Reason'), 'An exam')
  const day = within(await asking.findByRole('list', { name: 'Wed 4 Mar with Priya Nair' }))
  for (const time of ['9:30 PM', '9:00 PM']) await press(time, day)
  expect(day.getByRole('button', { name: '9:30 PM' })).toHaveTextContent('1.9:30 PM')
  expect(day.getByRole('button', { name: '9:00 PM' })).toHaveTextContent('2.9:00 PM')
  await press('Request reschedule', asking)
  await waitFor(async () =>
    expect((await ask()).wish?.slots.map(({ slot_time }) => slot_time)).toEqual([
      '9:30 PM',
      '9:00 PM',
    ]),
  )
  await card.findByText('Change reschedule request')
})

test('an open reschedule request is shown on the home, and can be withdrawn there', async () => {
  const { school, wish, ask } = await setUpBooking()
  await wish([])
  await openScreen(school, { as: 'student', at: '/' })
  const card = await findRegion('Next Review')
  await card.findByText(byWholeText('You asked to reschedule: “An exam”'))
  await press('Withdraw', card)
  await findToast('Reschedule request withdrawn')
  expect((await ask()).wish).toBeNull()
})

test('the advisor accepts a reschedule request from the home with one press, and can undo it', async () => {
  const { school, wish, ask, evening } = await setUpBooking()
  await wish(evening.slice(0, 3))
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  await screen.findByText(/ need you: 1 to reschedule, /)
  const [row] = await findRows('Reschedule requests', 1)
  if (!row) throw new Error('nobody asks')
  expect(row).toHaveTextContent(/Asked to reschedule: “An exam” \(3 slots\)/)
  await press('Accept', within(row))
  await findToast('Review moved')
  expect(await ask()).toMatchObject({ time: '9:00 PM', day: getDateInDays(2), wish: null })
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Reschedule requests' })).toBeNull(),
  )
  await press('Undo')
  await findToast('Change undone')
  expect(await ask()).toMatchObject({ time: '10:00 AM', wish: { reason: 'An exam' } })
  await press('Wed 4 Mar, 9:30 PM with Priya Nair')
  await findToast(
    'Moved Amara Okafor from Tue 3 Mar, 10:00 AM with Priya Nair to Wed 4 Mar, 9:30 PM with Priya Nair.',
  )
  expect(await ask()).toMatchObject({ time: '9:30 PM', wish: null })
})

test('a review without a slot can have a request, and the advisor’s headline counts it once', async () => {
  const { school, booked, wish } = await setUpBooking()
  const token = await school.tokenOf('advisor')
  const value = { reviewId: booked._id, reason: 'Ill' }
  await school.call(cancelBooking.advisor, { token, body: { value } })
  await wish([])
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  const [row] = await findRows('Reschedule requests', 1)
  expect(row).toHaveTextContent(/Asked to reschedule: “An exam”/)
  const others = within(await screen.findByRole('region', { name: 'To schedule' }))
  expect(others.queryByText(booked.student.name)).toBeNull()
})

test('a review that lost its slot says so to the student, and is booked from the advisor’s home', async () => {
  const { school, booked } = await setUpBooking()
  await school.context.db
    .updateTable('reviews')
    .set({
      status: 'not-scheduled',
      slot_id: null,
      lost_starts_at: Date.parse(booked.startsAt ?? ''),
      lost_reviewer_id: booked.reviewer?._id,
    })
    .where('id', '=', booked._id)
    .execute()
  const said = 'The slot on Tue 3 Mar at 10:00 AM with Priya Nair was removed'
  await openScreen(school, { as: 'student', at: '/' })
  await (await findRegion('Next Review')).findByText(`${said}.`)
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  await screen.findByText(/1 lost their slot/)
  const [row] = await findRows('Lost their slot', 1)
  expect(row).toHaveTextContent(said)
  expect(within(row ?? document.body).getByRole('link', { name: 'Book slot' })).toHaveAttribute(
    'href',
    paths.scheduleReview(booked._id),
  )
})

test('an advisor declines a request with a reason, which the student reads', async () => {
  const { school, wish, booked, ask } = await setUpBooking()
  await wish([])
  await openScreen(school, { as: 'advisor', at: paths.reviewDetails('advisor', booked._id) })
  await press('Decline…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline reschedule request' }))
  await fill(dialog.getByRole('textbox', { name: 'Reason' }), 'No other slot fits')
  await press('Decline request', dialog)
  await findToast('Reschedule request declined')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Decline…' })).toBeNull())
  expect(await ask()).toMatchObject({ wish: null, declinedWish: 'No other slot fits' })
  await openScreen(school, { as: 'student', at: '/' })
  await screen.findByText(
    byWholeText('Your advisor declined the reschedule request: “No other slot fits”'),
  )
})

test('declining a request for a review without a slot does not say that a time stays', async () => {
  const { school, wish, booked } = await setUpBooking()
  const token = await school.tokenOf('advisor')
  await school.call(cancelBooking.advisor, {
    token,
    body: { value: { reviewId: booked._id, reason: 'Ill' } },
  })
  await wish([])
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  const [row] = await findRows('Reschedule requests', 1)
  const card = within(row ?? document.body)
  await card.findByRole('button', { name: 'Decline…' })
  // A single link to the free slots is enough.
  expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toContain('Book slot')
  expect(card.queryByRole('link', { name: 'See free slots' })).toBeNull()
  await press('Decline…', card)
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline reschedule request' }))
  expect(dialog.queryByText(/booking stays/)).toBeNull()
  await fill(dialog.getByRole('textbox', { name: 'Reason' }), 'No evening is free')
  await press('Decline request', dialog)
  await findToast('Reschedule request declined')
  await openScreen(school, { as: 'student', at: '/' })
  await screen.findByText(
    byWholeText('Your advisor declined the reschedule request: “No evening is free”'),
  )
})
