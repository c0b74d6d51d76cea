import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import {
  type AvailabilityBlock,
  emptyAvailability,
  getAvailability,
  saveAvailability,
} from '#contract/availability/availability.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { fill, findDialog, press } from '../actions.ts'
import { findToast } from '../queries.ts'
import { setUpReviewer, tuesdayMorningBlock } from './set-up-reviewer.ts'

const friday = { ...tuesdayMorningBlock, weekday: 5 }

/** A reviewer with a dialog open in one tab, and other times saved in another tab since. */
async function openWhileSaved(blocks: AvailabilityBlock[]) {
  const { school, token, open } = await setUpReviewer([tuesdayMorningBlock])
  await open()
  await press('Edit Tue, 9:00 AM to 11:00 AM')
  const form = await findDialog()
  const value = { ...emptyAvailability, blocks }
  await school.call(saveAvailability, { token, body: { value } })
  await queryClient.invalidateQueries()
  await screen.findByText('Fri, 9:00 AM to 11:00 AM')
  const save = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Save')
    await findToast('Availability saved.')
    const saved = await school.call(getAvailability, { token })
    return saved.blocks.map(({ weekday, from }) => `${weekday} ${from}`)
  }
  return { form, save }
}

test('times saved elsewhere while a dialog is open are kept when it is confirmed', async () => {
  const { form, save } = await openWhileSaved([tuesdayMorningBlock, friday])
  await fill(form.getByLabelText('From'), '10:00')
  await press('Update', form)
  expect(await save()).toEqual(['2 10:00', '5 09:00'])
})

test('times saved elsewhere while a dialog is open are kept when its times are removed', async () => {
  const { form, save } = await openWhileSaved([tuesdayMorningBlock, friday])
  await press('Remove', form)
  expect(await save()).toEqual(['5 09:00'])
})

test('a dialog adds its times if they were removed elsewhere while it was open', async () => {
  const { form, save } = await openWhileSaved([friday])
  await fill(form.getByLabelText('From'), '10:00')
  await press('Update', form)
  expect(await save()).toEqual(['2 10:00', '5 09:00'])
})
