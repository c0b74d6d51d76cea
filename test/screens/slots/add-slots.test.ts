import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addAbsence } from '#contract/availability/absences.ts'
import { getProfile } from '#contract/people/profile.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { addSlots, listOwnSlots } from '#contract/slots/slots.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { onboard } from '../accounts/newcomers.ts'
import { fill, follow, goTo, press } from '../actions.ts'
import { getDateInDays } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { byWholeText, findField, findRegion, findToast, getTexts } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** Opens the form for a new reviewer. */
async function openAddSlots(settings: Parameters<typeof startDemoSchool>[0] = {}) {
  const school = await startDemoSchool(settings)
  const { email } = await onboard(school, 'reviewer')
  const token = await school.tokenOf('reviewer', email)
  await openScreen(school, { as: { role: 'reviewer', token }, at: '/reviewer/add-slot' })
  return { school, token, ownSlots: () => school.call(listOwnSlots, { token }) }
}

type Range = readonly [date: string, from: string, to: string, minutes: string]

async function submit([date, from, to, minutes]: Range): Promise<void> {
  await fill(await findField('Date'), date)
  await fill(await findField('Starting time'), from)
  await fill(await findField('Ending time'), to)
  await fill(await findField('Review time'), minutes)
  await press('Add slot')
}

test('each empty field shows an error', async () => {
  await openAddSlots()
  await press('Add slot')
  for (const message of [
    'Date is required.',
    'Starting time is required.',
    'Ending time is required.',
    'Review time is required.',
  ]) {
    await screen.findByText(message)
  }
  expect(await findField('Date')).toHaveFocus()
  expect(await findField('Date')).toHaveAttribute('min', getDateInDays(0))
})

test('an invalid range shows an error at its field', async () => {
  const { ownSlots } = await openAddSlots()
  const tomorrow = getDateInDays(1)
  for (const [range, wrong, message] of [
    [
      [tomorrow, '10:00', '10:00', '15'],
      'Ending time',
      'Ending time must be greater than starting time',
    ],
    [
      [tomorrow, '10:00', '09:00', '15'],
      'Ending time',
      'Ending time must be greater than starting time',
    ],
    [
      [getDateInDays(0), '00:00', '23:59', '15'],
      'Starting time',
      'Starting time must be greater than current time',
    ],
    [
      [tomorrow, '10:00', '10:30', '30'],
      'Review time',
      'Review time must be less than the time difference between start and end times',
    ],
  ] as const) {
    await submit(range)
    await screen.findByText(message)
    expect(await findField(wrong)).toHaveFocus()
  }
  expect(await ownSlots()).toEqual([])
})

test('errors in several fields are shown together, also with an empty one', async () => {
  await openAddSlots()
  await submit([getDateInDays(-1), '10:00', '09:00', ''])
  for (const message of [
    'Date must be today or later',
    'Ending time must be greater than starting time',
    'Review time is required.',
  ]) {
    await screen.findByText(message)
  }
  expect(await findField('Date')).toHaveFocus()
})

test('published slots appear at once, by day', async () => {
  await openAddSlots()
  const tabs = async () => getTexts(await screen.findAllByRole('tab'))
  const panel = async () => within(await screen.findByRole('tabpanel'))
  await follow('Your slots')
  await screen.findByText('You have no slots in the next three days.')
  expect(await tabs()).toEqual(['Today', 'Tomorrow', getDateInDays(2), 'Later'])
  await goTo('add slot')
  await fill(await findField('Date'), getDateInDays(1))
  await fill(await findField('Starting time'), '13:00')
  await fill(await findField('Ending time'), '14:40')
  await fill(await findField('Review time'), '30')
  await screen.findByText(/^Creates 3 slots of 30 minutes, 1:00 PM to 2:40 PM on .+, with /)
  await press('Add slot')
  await findToast('Slot added successfully')
  await submit([getDateInDays(2), '08:00', '09:00', '45'])
  await waitFor(async () => expect(await findField('Starting time')).toHaveValue(''))

  await follow('Your slots')
  expect(await tabs()).toEqual(['Today', 'Tomorrow', getDateInDays(2), 'Later'])
  const shown = async () => getTexts((await panel()).getAllByRole('button'))
  await waitFor(async () => expect(await shown()).toEqual(['1:00 PM', '1:30 PM', '2:00 PM']))
  await userEvent.click(screen.getByRole('tab', { name: getDateInDays(2) }))
  await waitFor(async () => expect(await shown()).toEqual(['8:00 AM']))
  await userEvent.click(screen.getByRole('tab', { name: 'Today' }))
  await screen.findByText('No slots on this day.')
})

test('a range that overlaps published slots is not added', async () => {
  const { ownSlots } = await openAddSlots()
  await submit([getDateInDays(1), '13:00', '14:00', '30'])
  await findToast('Slot added successfully')
  await submit([getDateInDays(1), '13:45', '15:00', '30'])
  const said = await screen.findByText('Slots already exist')
  // Shown once, at the field: there is no toast as well.
  expect(screen.getAllByText('An error occurred')).toHaveLength(1)
  expect(said.closest('[role=alert]')).toHaveTextContent('An error occurred')
  await screen.findByText(/^You already have a slot in this range, so nothing can be added\./)
  expect(screen.queryByText(/^Makes/)).toBeNull()
  expect(await findField('Starting time')).toHaveValue('13:45')
  expect(await ownSlots()).toHaveLength(2)
  // The next attempt is refused for another reason, by the form itself.
  await submit([getDateInDays(1), '15:00', '14:00', '30'])
  await waitFor(async () => expect(await findField('Ending time')).toBeInvalid())
  expect(screen.queryByText('An error occurred')).toBeNull()
})

test('on a day of absence the form asks before it adds slots', async () => {
  const { school, token, ownSlots } = await openAddSlots()
  const value = { from: getDateInDays(1), to: getDateInDays(1), reason: 'A wedding', confirm: true }
  await fill(await findField('Date'), getDateInDays(2))
  await school.call(addAbsence, { token, body: { value } })
  await fill(await findField('Date'), getDateInDays(1))
  // The absence was added elsewhere; the server refuses, and then the form knows.
  await submit([getDateInDays(1), '13:00', '14:00', '30'])
  await screen.findByText('You are away on this day')
  const said = 'You are away on this day: “A wedding”. Slots you add can still be booked.'
  await screen.findByText(byWholeText(said))
  expect(await ownSlots()).toEqual([])
  await fill(await findField('Date'), getDateInDays(2))
  await waitFor(() => expect(screen.queryByText('A wedding')).toBeNull())
  await fill(await findField('Date'), getDateInDays(1))
  await press('Add slot anyway')
  await findToast('Slot added successfully')
  expect(await ownSlots()).toHaveLength(2)
})

test('a booked slot is dark, and says whose review it is', async () => {
  const { school, token } = await openAddSlots()
  const values = { date: getDateInDays(1), timeStart: '09:00', timeEnd: '10:30', reviewTime: 30 }
  await school.call(addSlots, { token, body: { values } })
  const { _id } = await school.call(getProfile.reviewer, { token })
  const advisor = await school.tokenOf('advisor')
  const query = { type: 'booking' }
  const [review] = await school.call(listReviews.advisor, { token: advisor, query })
  const slots = await school.call(listOwnSlots, { token })
  const free = slots.find(({ slot_time }) => slot_time === '9:30 AM')
  const value = { reviewId: review?._id ?? '', reviewer: _id, slot: free?._id ?? '' }
  await school.call(bookSlot.advisor, { token: advisor, body: { value } })

  await openScreen(school, { as: { role: 'reviewer', token }, at: '/reviewer/slots-list' })
  const name = review?.student.name ?? ''
  const booked = await findRegion('Booked Reviews')
  const tomorrow = within(await booked.findByRole('list', { name: 'Tomorrow' }))
  expect(tomorrow.getByRole('link')).toHaveTextContent(name)
  tomorrow.getByText('9:30 AM')
  await userEvent.click(screen.getByRole('tab', { name: 'Tomorrow' }))
  const slot = (time: string) => screen.findByRole('button', { name: new RegExp(`^${time}\\b`) })
  for (const [time, isBooked] of [
    ['9:00 AM', false],
    ['9:30 AM', true],
  ] as const) {
    expect(await slot(time)).toHaveAttribute('data-variant', isBooked ? 'filled' : 'default')
    expect((await slot(time)).textContent?.includes('booked')).toBe(isBooked)
  }
  await userEvent.click(await slot('9:30 AM'))
  expect(await screen.findByText(/9:30 AM is booked for/)).toHaveTextContent(name)
})

test('bookings after the three days are listed below by date', async () => {
  const { school, token } = await openAddSlots({ bookableDays: 10 })
  const values = { date: getDateInDays(8), timeStart: '09:00', timeEnd: '10:00', reviewTime: 30 }
  const [free] = await school.call(addSlots, { token, body: { values } })
  const { _id } = await school.call(getProfile.reviewer, { token })
  const advisor = await school.tokenOf('advisor')
  const query = { type: 'booking' }
  const [review] = await school.call(listReviews.advisor, { token: advisor, query })
  const value = { reviewId: review?._id ?? '', reviewer: _id, slot: free?._id ?? '' }
  await school.call(bookSlot.advisor, { token: advisor, body: { value } })
  await openScreen(school, { as: { role: 'reviewer', token }, at: '/reviewer/slots-list' })
  const booked = await findRegion('Booked Reviews')
  const onDay = within(await booked.findByRole('list', { name: formatShortDate(getDateInDays(8)) }))
  expect(onDay.getByRole('link')).toHaveTextContent(`9:00 AM${review?.student.name ?? ''}`)
})

test('the form shows the existing slots of the day', async () => {
  await openAddSlots()
  await fill(await findField('Date'), getDateInDays(9))
  await screen.findByText('No slots on this day yet.')
  await submit([getDateInDays(9), '13:00', '14:00', '30'])
  await screen.findByText('1:00 PM to 2:00 PM: 2 slots')
  await submit([getDateInDays(9), '14:00', '14:40', '20'])
  await screen.findByText('1:00 PM to 2:40 PM: 4 slots')
  await fill(await findField('Date'), '')
  await waitFor(() => expect(screen.queryByText('1:00 PM to 2:40 PM: 4 slots')).toBeNull())
})

test('slots after the third day are under ‘Later’, by date', async () => {
  const { school, token } = await openAddSlots()
  for (const [days, timeStart] of [
    [2, '08:00'],
    [3, '09:00'],
    [64, '10:00'],
    [65, '11:00'],
  ] as const) {
    const timeEnd = timeStart.replace(':00', ':59')
    const values = { date: getDateInDays(days), timeStart, timeEnd, reviewTime: 30 }
    await school.call(addSlots, { token, body: { values } })
  }
  await openScreen(school, { as: { role: 'reviewer', token }, at: '/reviewer/slots-list' })
  await userEvent.click(await screen.findByRole('tab', { name: 'Later' }))
  const panel = within(await screen.findByRole('tabpanel', { name: 'Later' }))
  const dates = () =>
    panel.getAllByRole('heading').map((one) => one.querySelector('time')?.getAttribute('datetime'))
  await panel.findByRole('button', { name: '9:00 AM' })
  expect(dates()).toEqual([getDateInDays(3), getDateInDays(64)])
  await press('Show the next 62 days', panel)
  await userEvent.click(await panel.findByRole('button', { name: '11:00 AM' }))
  expect(dates()).toEqual([getDateInDays(3), getDateInDays(64), getDateInDays(65)])
  await panel.findByText('11:00 AM is free: advisors can book it once it is within three days.')
})
