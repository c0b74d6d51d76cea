import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { listReviewerSlots } from '#contract/slots/slots.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { choose, failRequests, press } from '../actions.ts'
import { findToast } from '../queries.ts'
import { bookElsewhere, findSlot, openScheduling } from './open-scheduling.ts'

test('a slot booked by somebody else says so, and the focus stays there', async () => {
  const { school, rita, first, open } = await openScheduling()
  await open(first._id)
  await choose('Reviewer', /^Rita Moreau/)
  await userEvent.click(await findSlot('9:30 AM'))
  screen.getByRole('button', { name: 'book slot' }).focus()
  await bookElsewhere(school, rita)
  await queryClient.invalidateQueries()
  const taken = 'This slot has just been booked by someone else. Pick another.'
  await waitFor(() => expect(screen.getByText(taken)).toHaveFocus())
  expect(screen.queryByRole('button', { name: 'book slot' })).toBeNull()
  await userEvent.click(await findSlot('10:00 AM'))
  expect(screen.queryByText(taken)).toBeNull()
  await press('book slot')
  await screen.findByText(/^Booked: /)
  expect(screen.queryByText(taken)).toBeNull()
})

test('a failed booking keeps the selection, and one press retries it', async () => {
  const { first, open, ofAdvisor } = await openScheduling()
  await open(first._id)
  await choose('Reviewer', /^Rita Moreau/)
  await userEvent.click(await findSlot('9:30 AM'))
  const mend = failRequests('/book-slot')
  await press('book slot')
  await screen.findByText(
    'Not booked. The server could not be reached. Check your connection. ' +
      'Press book slot to try again.',
  )
  expect(screen.getByRole('combobox', { name: 'Reviewer' })).toHaveDisplayValue('Rita Moreau')
  expect(await findSlot('9:30 AM')).toHaveAttribute('aria-pressed', 'true')
  const button = screen.getByRole('button', { name: 'book slot' })
  expect(button).toHaveFocus()
  mend()
  await userEvent.click(button)
  await screen.findByText(/^Booked: .* with Rita Moreau/)
  expect((await ofAdvisor({ id: first._id }))[0]).toMatchObject({ time: '9:30 AM' })
})

test('a slot that is already booked keeps the reviewer selected, and says what to do', async () => {
  const { school, rita, first, open } = await openScheduling()
  await open(first._id)
  await choose('Reviewer', /^Rita Moreau/)
  await userEvent.click(await findSlot('9:30 AM'))
  await bookElsewhere(school, rita)
  await press('book slot')
  await findToast('This slot is already booked')
  const taken = 'This slot has just been booked by someone else. Pick another.'
  await waitFor(() => expect(screen.getByText(taken)).toHaveFocus())
  expect(screen.queryByText(/^Not booked/)).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Reviewer' })).toHaveDisplayValue('Rita Moreau')
  await userEvent.click(await findSlot('10:00 AM'))
  await press('book slot')
  await screen.findByText(/^Booked: /)
})

test('the picked student stays picked when an earlier one is booked elsewhere', async () => {
  const { school, rita, first, second, open } = await openScheduling()
  await open(second._id)
  await choose('Reviewer', /^Rita Moreau/)
  await userEvent.click(await findSlot('9:30 AM'))
  const token = await school.tokenOf('advisor')
  const slots = await school.call(listReviewerSlots, { token, params: { id: rita } })
  const same = slots.find(({ slot_time }) => slot_time === '9:30 AM')?._id ?? ''
  const value = { reviewId: first._id, reviewer: rita, slot: same }
  await school.call(bookSlot.advisor, { token, body: { value } })
  await press('book slot')
  await findToast('This slot is already booked')
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Student' })).toHaveDisplayValue(
      new RegExp(`^${second.student.name}`),
    ),
  )
  await userEvent.click(await findSlot('10:00 AM'))
  await press('book slot')
  await screen.findByText(/^Booked: /)
})

test('a review booked elsewhere shows its booking, and the focus moves there', async () => {
  const { school, rita, first, open } = await openScheduling()
  await open(first._id)
  await choose('Reviewer', /^Rita Moreau/)
  await userEvent.click(await findSlot('9:30 AM'))
  const token = await school.tokenOf('advisor')
  const slots = await school.call(listReviewerSlots, { token, params: { id: rita } })
  const other = slots.find(({ slot_time }) => slot_time === '10:00 AM')?._id ?? ''
  const value = { reviewId: first._id, reviewer: rita, slot: other }
  await school.call(bookSlot.advisor, { token, body: { value } })
  await press('book slot')
  await findToast('This review is already scheduled or over')
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Current booking' })).toHaveFocus(),
  )
})
