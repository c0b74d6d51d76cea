import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listFreedSlotOffers } from '#contract/availability/freed-slot-offers.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findRows, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The demo advisor after some bookings were cancelled, whose slots are offered. */
async function setUpOffers(cancelled: number) {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  const booked = await school.call(listReviews.advisor, { token, query: { home: 'true' } })
  for (const { _id: reviewId } of booked.slice(0, cancelled)) {
    const value = { reviewId, reason: 'An exam' }
    await school.call(cancelBooking.advisor, { token, body: { value } })
  }
  const offers = await school.call(listFreedSlotOffers, { token })
  const open = () => openScreen(school, { as: { role: 'advisor', token }, at: '/advisor' })
  const book = (reviewId: string, slot: (typeof offers)[number]['slot']) => {
    const value = { reviewId, reviewer: slot.reviewer._id, slot: slot._id }
    return school.call(bookSlot.advisor, { token, body: { value } })
  }
  return { school, token, offers, open, book }
}

/** The offers on the page. */
const getOffers = () => screen.queryAllByText(/^Just came free:/)

test('a slot that became free is booked from the home for the review due first', async () => {
  const { school, token, offers, open } = await setUpOffers(1)
  const [offer] = offers
  if (!offer) throw new Error('nothing is offered')
  const { name } = offer.review.student
  const place = new RegExp(`, ${offer.slot.slot_time} with ${offer.slot.reviewer.name}$`)
  await open()
  const free = await screen.findByText(/^Just came free:/)
  expect(free).toHaveTextContent(place)
  const card = free.closest('li') ?? document.body
  within(card).getByRole('heading', { name })
  await press(/^Book it: .* for /, within(card))
  await findToast('book slot successfully.')
  const query = { id: offer.review._id }
  const [review] = await school.call(listReviews.advisor, { token, query })
  expect(review).toMatchObject({ status: 'review-scheduled', time: offer.slot.slot_time })
  await waitFor(() => expect(getOffers()).toEqual([]))
  expect(document.activeElement).not.toBe(document.body)
})

test('an advisor who is too late reads so, keeps the focus, and sees what is free now', async () => {
  const { offers, open, book, token, school } = await setUpOffers(1)
  const [offer] = offers
  if (!offer) throw new Error('nothing is offered')
  const waiting = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  const other = waiting.find(
    ({ _id, student }) =>
      _id !== offer.review._id && student.domain?._id === offer.review.student.domain?._id,
  )
  await open()
  const button = await screen.findByRole('button', { name: /^Book it: / })
  await book(other?._id ?? '', offer.slot)
  button.click()
  await findToast('This slot is already booked')
  await waitFor(() => expect(getOffers()).toEqual([]))
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: offer.review.student.name })).toHaveFocus(),
  )
})

test('without a slot that became free, nothing is offered', async () => {
  const { open } = await setUpOffers(0)
  await open()
  await findRows('To schedule')
  expect(getOffers()).toEqual([])
})
