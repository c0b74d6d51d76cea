import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { requestReschedule } from '#contract/reviews/scheduling/reschedule-requests.ts'
import { addSlots } from '#contract/slots/slots.ts'
import { paths } from '#web/paths.ts'
import { fill, press } from '../actions.ts'
import { getDateInDays } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { byWholeText, findField, findRegion, findToast, getTexts } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The demo student's booked review, and two half-hour slots of its reviewer in two days. */
async function setUpBooking() {
  const school = await startDemoSchool()
  const [student, advisor, reviewer] = [
    await school.tokenOf('student'),
    await school.tokenOf('advisor'),
    await school.tokenOf('reviewer'),
  ]
  const values = { date: getDateInDays(2), timeStart: '21:00', timeEnd: '22:00', reviewTime: 30 }
  await school.call(addSlots, { token: reviewer, body: { values } })
  const ask = async () => {
    const home = await school.call(getHome, { token: student })
    if (!('_id' in home)) throw new Error('The demo student has no review')
    return home
  }
  const booked = await ask()
  const free = await school.call(listFreeSlots.advisor, {
    token: advisor,
    query: { review: booked._id, limit: 100 },
  })
  const find = (fits: (slot: SlotWithReviewer) => boolean) => {
    const slot = free.find(fits)
    if (!slot) throw new Error('there is no such slot')
    return slot
  }
  const late = find(({ slot_time, date }) => slot_time === '9:00 PM' && date === getDateInDays(2))
  const open = () => openScreen(school, { as: 'advisor', at: paths.scheduleReview(booked._id) })
  return { school, student, booked, ask, late, find, open }
}

const from = 'Tue 3 Mar, 10:00 AM with Priya Nair'
const to = 'Wed 4 Mar, 9:00 PM with Priya Nair'

test('a booked review is moved on the scheduling screen, and moved back from the toast', async () => {
  const { ask, open } = await setUpBooking()
  await open()
  const panel = await findRegion('Current booking')
  const day = within(await panel.findByRole('list', { name: 'Wed 4 Mar with Priya Nair' }))
  await press('9:00 PM', day)
  panel.getByText(`Moves Amara Okafor from ${from} to ${to}.`)
  await press('Move review', panel)
  await findToast('Review moved')
  await findToast(`Moved Amara Okafor from ${from} to ${to}.`)
  expect(await ask()).toMatchObject({ time: '9:00 PM', day: getDateInDays(2) })
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Current booking' })).toHaveFocus(),
  )
  expect(panel.queryByRole('button', { name: 'Move review' })).toBeNull()
  await press('Undo')
  await findToast('Change undone')
  expect(await ask()).toMatchObject({ time: '10:00 AM', day: getDateInDays(1) })
})

test('a booked review is cancelled on the scheduling screen, while it has not begun', async () => {
  const { school, booked, ask, open } = await setUpBooking()
  await open()
  const panel = await findRegion('Current booking')
  const cancel = await panel.findByRole('button', { name: 'Cancel booking…' })
  const slots = await panel.findByRole('heading', { name: 'Move to another slot' })
  // Whoever comes to cancel does not scroll past all slots.
  expect(cancel.compareDocumentPosition(slots)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await press('Cancel booking…', panel)
  await fill(await findField('Reason'), 'Priya is ill')
  await press('Cancel booking', within(await screen.findByRole('dialog')))
  await findToast('Booking cancelled')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Book a slot' })).toHaveFocus())
  expect((await ask()).status).toBe('not-scheduled')
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('Change undone')
  await findRegion('Current booking')

  school.moveTo(Date.parse(booked.startsAt ?? ''))
  await open()
  const begun = await findRegion('Current booking')
  await begun.findByText(/with Priya Nair$/)
  expect(begun.queryByRole('button', { name: 'Cancel booking…' })).toBeNull()
})

test('the student’s requested slots come first, then on each day the current reviewer’s', async () => {
  const { school, student, booked, late, open } = await setUpBooking()
  const value = { reviewId: booked._id, reason: 'An exam', slots: [late._id] }
  await school.call(requestReschedule, { token: student, body: { value } })
  await open()
  const panel = await findRegion('Current booking')
  panel.getByText(byWholeText('Amara Okafor asked to reschedule: “An exam”'))
  const lists = await panel.findAllByRole('list')
  await waitFor(() => expect(panel.getAllByRole('list').length).toBeGreaterThan(1))
  const names = panel.getAllByRole('list').map((list) => list.getAttribute('aria-label'))
  expect(names[0]).toBe('Slots requested by Amara Okafor')
  const days = Map.groupBy(names.slice(1), (name) => name?.split(' with ')[0])
  for (const ofDay of days.values()) {
    const own = ofDay.findIndex((name) => name?.endsWith('with Priya Nair'))
    expect(own).toBeLessThanOrEqual(0)
  }
  expect(getTexts(within(lists[0] ?? document.body).getAllByRole('button'))).toEqual([to])
})

test('a slot booked in the meantime is refused, and the selection stays', async () => {
  const { school, late, booked, ask, open } = await setUpBooking()
  await open()
  const panel = await findRegion('Current booking')
  await press(
    '9:00 PM',
    within(await panel.findByRole('list', { name: 'Wed 4 Mar with Priya Nair' })),
  )
  await school.context.db.deleteFrom('slots').where('id', '=', late._id).execute()
  await press('Move review', panel)
  await findToast('This slot does not exist')
  expect(await ask()).toEqual(booked)
  panel.getByRole('button', { name: 'Move review' })
})
