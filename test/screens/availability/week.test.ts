import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  emptyAvailability,
  getAvailability,
  saveAvailability,
} from '#contract/availability/availability.ts'
import { fill, findDialog, holdRequests, press } from '../actions.ts'
import { getDateInDays } from '../days.ts'
import { expectError, findField, findRows, findToast, getTexts } from '../queries.ts'
import { setUpReviewer, tuesdayMorningBlock } from './set-up-reviewer.ts'

const findTimes = async (count?: number) =>
  getTexts(await findRows('Your times', count)).map((text) => text.split('Reviews')[0])
const waitForDialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the form adds times for several days, and saving generates slots', async () => {
  const { school, token, open } = await setUpReviewer()
  await open()
  await screen.findByText('You have 0 slots in the next 28 days, 0 booked.')
  await press('Add times')
  const form = await findDialog()
  expect(form.getByRole('checkbox', { name: 'Monday' })).toHaveFocus()
  await userEvent.click(form.getByRole('checkbox', { name: 'Wednesday' }))
  await fill(await findField('To'), '10:00')
  await press('Add', form)
  await waitForDialogClosed()
  expect(await findTimes(2)).toEqual(['Mon, 9:00 AM to 10:00 AM', 'Wed, 9:00 AM to 10:00 AM'])
  await screen.findByText('Not saved yet.')

  await fill(await findField('Break between reviews'), '10')
  await fill(await findField('Maximum reviews per day'), '3')
  await fill(await findField('Minimum notice'), '1.5')
  await press('Save')
  await findToast('Availability saved.')
  const saved = await school.call(getAvailability, { token })
  expect(saved).toMatchObject({ buffer: 10, mostADay: 3, notice: 90 })
  expect(saved.blocks.map(({ weekday, from, to }) => [weekday, from, to])).toEqual([
    [1, '09:00', '10:00'],
    [3, '09:00', '10:00'],
  ])
  // One review and its break fit into the hour; four Wednesdays and three Mondays are ahead.
  await screen.findByText('You have 7 slots in the next 28 days, 0 booked.')
  expect(screen.queryByText('Not saved yet.')).toBeNull()
})

test('invalid times show an error at their field', async () => {
  const { open } = await setUpReviewer([tuesdayMorningBlock])
  await open()
  await press('Add times')
  const form = await findDialog()
  await userEvent.click(form.getByRole('checkbox', { name: 'Monday' }))
  await press('Add', form)
  await form.findByText('Choose a day')
  await userEvent.click(form.getByRole('checkbox', { name: 'Tuesday' }))
  for (const [name, text, message] of [
    ['To', '08:30', 'Ending time must be greater than starting time'],
    ['To', '09:20', 'A review does not fit between start and end'],
    ['To', '10:00', ''],
    ['Last day', getDateInDays(-1), 'The last day must not be before the first'],
    ['First day', '2020-01-01', ''],
    ['Last day', '2020-02-01', 'The last day has passed'],
    ['Last day', '', ''],
    ['Review time', '-5', 'Please enter 5 minutes or more'],
    ['Review time', '45', 'Tue, 9:00 AM to 11:00 AM overlaps this'],
  ] as const) {
    await fill(form.getByLabelText(name), text)
    if (message === '') continue
    await press('Add', form)
    await form.findByText(message)
  }
})

test('times can be edited and removed in the list, and unsaved changes discarded', async () => {
  const { open } = await setUpReviewer([tuesdayMorningBlock])
  await open()
  expect(await findTimes(1)).toEqual(['Tue, 9:00 AM to 11:00 AM'])
  await press('Edit Tue, 9:00 AM to 11:00 AM')
  const form = await findDialog()
  await fill(form.getByLabelText('From'), '10:00')
  await fill(form.getByLabelText('Repeat every (weeks)'), '2')
  await press('Update', form)
  await waitForDialogClosed()
  const [changed] = getTexts(await findRows('Your times', 1))
  expect(changed).toMatch(
    /^Tue, 10:00 AM to 11:00 AMReviews of 30 minutes, every 2 weeks, from Mon/,
  )
  await press('Remove Tue, 10:00 AM to 11:00 AM')
  await screen.findByText(/^No times yet/)
  expect(screen.getByRole('button', { name: 'Add times' })).toHaveFocus()
  await press('Discard')
  expect(screen.getByText(/^You have \d+ slots? in the next 28 days/)).toHaveFocus()
  expect(await findTimes(1)).toEqual(['Tue, 9:00 AM to 11:00 AM'])
  expect(screen.queryByText('Not saved yet.')).toBeNull()
})

test('times removed while others are being saved stay removed, and can be saved next', async () => {
  const { school, token, open } = await setUpReviewer([
    tuesdayMorningBlock,
    { ...tuesdayMorningBlock, weekday: 5 },
  ])
  await open()
  await fill(await findField('Break between reviews'), '10')
  const answer = holdRequests(saveAvailability.path)
  await press('Save')
  await press('Remove Fri, 9:00 AM to 11:00 AM')
  answer()
  await findToast('Availability saved.')
  expect(await findTimes(1)).toEqual(['Tue, 9:00 AM to 11:00 AM'])
  await screen.findByText('Not saved yet.')
  await press('Save')
  await screen.findByText(/^You have \d+ slots/)
  const { blocks, buffer } = await school.call(getAvailability, { token })
  expect({ days: blocks.map(({ weekday }) => weekday), buffer }).toEqual({ days: [2], buffer: 10 })
})

test('the week can be painted by keyboard, and each step is announced', async () => {
  const { open } = await setUpReviewer([tuesdayMorningBlock])
  await open()
  const at = (name: RegExp) => screen.findByRole('gridcell', { name })
  ;(await at(/^Monday 9:00 AM, free$/)).focus()
  await userEvent.keyboard(' ')
  await screen.findByText(/^From 9:00 AM\. Move to the end/)
  await userEvent.keyboard('{Escape} {ArrowDown} ')
  await screen.findByText('Mon, 9:00 AM to 10:00 AM added.')
  expect(await findTimes(2)).toEqual(['Mon, 9:00 AM to 10:00 AM', 'Tue, 9:00 AM to 11:00 AM'])

  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await screen.findByText('Changed to Mon, 9:00 AM to 10:30 AM.')
  expect(await at(/^Monday 10:00 AM, in 9:00 AM to 10:30 AM. Reviews of 30 minutes/)).toHaveFocus()
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}{ArrowRight}')
  expect(await at(/^Tuesday 9:30 AM, in /)).toHaveFocus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await screen.findByText('Changed to Wed, 9:00 AM to 11:00 AM.')
  await userEvent.keyboard('{Delete}')
  await screen.findByText('Wed, 9:00 AM to 11:00 AM removed.')
  expect(await findTimes(1)).toEqual(['Mon, 9:00 AM to 10:00 AM'])
  expect(await at(/^Wednesday 9:30 AM, free$/)).toHaveFocus()
})

test('an invalid length of painted reviews shows an error and stays as typed', async () => {
  const { open } = await setUpReviewer([tuesdayMorningBlock])
  await open()
  const length = await findField('Length of new slots')
  await fill(length, '3')
  await userEvent.tab()
  await expectError(length, 'Please enter 5 minutes or more')
  expect(length).toHaveDisplayValue('3 minutes')
})

test('a block cannot be moved onto one with other settings', async () => {
  const { open } = await setUpReviewer([
    tuesdayMorningBlock,
    { ...tuesdayMorningBlock, weekday: 3, reviewTime: 60 },
  ])
  await open()
  ;(await screen.findByRole('gridcell', { name: /^Tuesday 10:00 AM, in / })).focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await screen.findByText('Wed, 9:00 AM to 11:00 AM overlaps this and has different settings.')
  expect(await findTimes(2)).toEqual(['Tue, 9:00 AM to 11:00 AM', 'Wed, 9:00 AM to 11:00 AM'])
})

test('a change that removes booked slots names the reviews before it is saved', async () => {
  const { school, token, book, open } = await setUpReviewer([tuesdayMorningBlock])
  const name = await book('9:30 AM')
  await open()
  const shorten = async () => {
    await press('Edit Tue, 9:00 AM to 11:00 AM')
    const form = await findDialog()
    await fill(form.getByLabelText('From'), '10:00')
    await press('Update', form)
    await waitForDialogClosed()
    await press('Save')
  }
  await shorten()
  const asked = await findDialog()
  await asked.findByText(/^8 slots are removed, and 1 review loses its slot\./)
  const [affectedRow] = getTexts(await findRows('Reviews that lose their slot', 1))
  expect(affectedRow).toContain(name)
  expect(affectedRow).toMatch(/Booked for Tue 3 Mar, 9:30 AM/)
  await press('Cancel', asked)
  await waitForDialogClosed()
  await screen.findByText('Not saved yet.')
  expect((await school.call(getAvailability, { token })).blocks).toEqual([tuesdayMorningBlock])

  await press('Save')
  const again = await findDialog()
  await press('Save anyway', again)
  await findToast('Availability saved.')
  await findToast(/1 review needs a new booking\.$/)
  expect((await school.call(getAvailability, { token })).blocks[0]?.from).toBe('10:00')
})

test('a version saved elsewhere is not overwritten and can be loaded', async () => {
  const { school, token, open } = await setUpReviewer([tuesdayMorningBlock])
  await open()
  await fill(await findField('Minimum notice'), '-3')
  await press('Save')
  await screen.findByText('Please enter 0 hours or more')
  await fill(await findField('Minimum notice'), '3')
  const elsewhere = { ...emptyAvailability, blocks: [{ ...tuesdayMorningBlock, weekday: 5 }] }
  await school.call(saveAvailability, { token, body: { value: elsewhere } })
  await press('Save')
  await findToast('Your availability was changed elsewhere in the meantime. Nothing was saved.')
  await screen.findByText('Changed elsewhere.')
  expect(await findTimes(1)).toEqual(['Tue, 9:00 AM to 11:00 AM'])
  await press('Load the saved version')
  await waitFor(async () => expect(await findTimes(1)).toEqual(['Fri, 9:00 AM to 11:00 AM']))
  await fill(await findField('Break between reviews'), '30')
  await press('Save')
  await screen.findByText(/slots? added, .* removed|removed\.$/)
})
