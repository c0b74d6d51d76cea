import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addAbsence } from '#contract/availability/absences.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { addSlots, listOwnSlots, listOwnSlotsByDate } from '#contract/slots/slots.ts'
import { answer, fill, findDialog, press } from '../actions.ts'
import { setUpReviewer, tuesdayMorningBlock } from '../availability/set-up-reviewer.ts'
import { getDateInDays } from '../days.ts'
import { findField, findRegion, findToast } from '../queries.ts'

const slotsList = '/reviewer/slots-list'

test('a free slot is removed after confirmation; a booked one cannot be', async () => {
  const { school, token, book, open } = await setUpReviewer([tuesdayMorningBlock], slotsList)
  const name = await book('9:30 AM')
  await open()
  const slots = await findRegion('Slots')
  await press(/^9:30 AM/, slots)
  await slots.findByText(name)
  expect(slots.queryByRole('button', { name: /^Remove Tue/ })).toBeNull()
  await press('9:00 AM', slots)
  await press('Remove Tue 3 Mar, 9:00 AM', slots)
  await answer('Tue 3 Mar, 9:00 AM can no longer be booked. This cannot be undone.', 'Yes, remove')
  await findToast('Slot removed.')
  await waitFor(() => expect(slots.queryByRole('button', { name: '9:00 AM' })).toBeNull())
  expect(slots.getByRole('heading', { name: 'Slots' })).toHaveFocus()
  const left = await school.call(listOwnSlots, { token })
  expect(left.map(({ slot_time }) => slot_time)).toEqual(['9:30 AM', '10:00 AM', '10:30 AM'])
})

test('a slot says whether its review is coming or was held early', async () => {
  const { school, token, book, open } = await setUpReviewer([tuesdayMorningBlock], slotsList)
  const name = await book('9:30 AM')
  await open()
  const slots = await findRegion('Slots')
  await press(/^9:30 AM/, slots)
  const said = await slots.findByRole('link', { name })
  expect(said.parentElement).toHaveTextContent(`9:30 AM is booked for ${name}.`)
  const own = await school.call(listOwnSlotsByDate, { token, query: { from: getDateInDays(1) } })
  const booked = own.find(({ isBooked }) => isBooked)
  const mark = { code: 80, theory: 70, weekStatus: 'Task Completed' } as const
  const id = booked?.review?._id ?? ''
  await school.call(updateMark, { token, body: { id, value: { mark } } })
  await open()
  await press(/^9:30 AM/, await findRegion('Slots'))
  await screen.findByText(/: already marked\.$/)
  expect(screen.getByRole('link', { name }).parentElement).toHaveTextContent(
    `9:30 AM was booked for ${name}: already marked.`,
  )
})

test('several slots are removed at once, by day or range, except booked ones', async () => {
  const { school, token, book, open } = await setUpReviewer([tuesdayMorningBlock], slotsList)
  await book('9:30 AM')
  await open()
  await press('Remove several')
  await screen.findByText('None selected')
  const [first] = await screen.findAllByRole('checkbox', { name: '9:30 AM, booked' })
  expect(first).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tue 3 Mar' }))
  await screen.findByText('3 selected')
  const [ten] = screen.getAllByRole('checkbox', { name: '10:00 AM' })
  if (ten) await userEvent.click(ten)
  await screen.findByText('2 selected')
  await press('Remove 2 slots')
  await answer(
    'Slots from Tue 3 Mar, 9:00 AM to Tue 3 Mar, 10:30 AM can no longer be booked. This cannot be undone.',
    'Yes, remove',
  )
  await findToast('2 slots removed.')

  await press('Remove several')
  await fill(await findField('From'), getDateInDays(2))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^All 12 free slots/ }))
  await press('Remove 12 slots')
  await press('Yes, remove', await findDialog())
  await findToast('12 slots removed.')
  const left = await school.call(listOwnSlotsByDate, {
    token,
    query: { from: getDateInDays(0), to: getDateInDays(40) },
  })
  expect(left.map(({ slot_time }) => slot_time)).toEqual(['9:30 AM', '10:00 AM'])
})

test('all free slots after a date can be removed at once', async () => {
  const { school, token, open } = await setUpReviewer([], slotsList)
  const evening = { timeStart: '18:00', timeEnd: '19:00', reviewTime: 30 }
  for (const days of [3, 70, 200]) {
    const values = { ...evening, date: getDateInDays(days) }
    await school.call(addSlots, { token, body: { values } })
  }
  await open()
  await press('Remove several')
  await fill(await findField('From'), getDateInDays(4))
  await fill(await findField('To'), '')
  await userEvent.click(await screen.findByRole('checkbox', { name: /^All 4 free slots/ }))
  await press('Remove 4 slots')
  await press('Yes, remove', await findDialog())
  await findToast('4 slots removed.')
  for (const [days, left] of [
    [3, 2],
    [70, 0],
    [200, 0],
  ] as const) {
    const query = { from: getDateInDays(days), to: getDateInDays(days) }
    expect(await school.call(listOwnSlotsByDate, { token, query })).toHaveLength(left)
  }
})

test('a week is copied to others, without overlapping slots', async () => {
  const { school, token, open } = await setUpReviewer(
    [{ ...tuesdayMorningBlock, until: getDateInDays(8) }],
    slotsList,
  )
  await open()
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy a week' }))
  const asked = await findDialog()
  await press('Copy', asked)
  await asked.findByText('Choose a week')
  for (const week of ['Mon 9 Mar to Sun 15 Mar', 'Mon 16 Mar to Sun 22 Mar']) {
    await userEvent.click(asked.getByRole('checkbox', { name: week }))
  }
  await press('Copy', asked)
  await findToast('4 slots added.')
  await findToast('Skipped: 4 that did not fit.')
  const query = { from: getDateInDays(15), to: getDateInDays(15) }
  expect(await school.call(listOwnSlotsByDate, { token, query })).toHaveLength(4)
})

test('copying a week shows absences, and skips them', async () => {
  const { school, token, open } = await setUpReviewer(
    [{ ...tuesdayMorningBlock, until: getDateInDays(1) }],
    slotsList,
  )
  const value = { from: getDateInDays(6), to: getDateInDays(9), reason: 'A wedding', confirm: true }
  await school.call(addAbsence, { token, body: { value } })
  await open()
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy a week' }))
  const asked = await findDialog()
  const week = asked.getByRole('checkbox', { name: 'Mon 9 Mar to Sun 15 Mar' })
  await waitFor(() => expect(week).toHaveAccessibleDescription('Away Mon 9 Mar to Wed 11 Mar'))
  const next = asked.getByRole('checkbox', { name: 'Mon 16 Mar to Sun 22 Mar' })
  expect(next).not.toHaveAccessibleDescription()
  await userEvent.click(week)
  await userEvent.click(next)
  await press('Copy', asked)
  await findToast('4 slots added.')
  await findToast('Skipped: 4 on holidays or while you are away.')
})
