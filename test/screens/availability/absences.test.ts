import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listAbsences } from '#contract/availability/absences.ts'
import { listOwnSlots } from '#contract/slots/slots.ts'
import { fill, findDialog, press } from '../actions.ts'
import { getDateInDays } from '../days.ts'
import { findField, findRows, findToast, getTexts } from '../queries.ts'
import { setUpReviewer, tuesdayMorningBlock } from './set-up-reviewer.ts'

test('an absence first shows the affected reviews, then is added, and can be removed', async () => {
  const { school, token, book, open } = await setUpReviewer([tuesdayMorningBlock])
  const name = await book('10:00 AM')
  await open()
  await press('Add absence')
  const asked = await findDialog()
  await press('Add absence', asked)
  await asked.findByText('Please give a reason')
  await fill(await findField('First day'), getDateInDays(2))
  await fill(await findField('Last day'), getDateInDays(1))
  await fill(await findField('Reason'), 'A cold')
  await press('Add absence', asked)
  await asked.findByText('The last day must not be before the first')
  await fill(await findField('First day'), getDateInDays(1))
  await press('Add absence', asked)
  await asked.findByText(/^4 slots are removed, and 1 review loses its slot\./)
  expect(getTexts(await findRows('Reviews that lose their slot', 1))[0]).toContain(name)
  const buttons = getTexts(asked.getAllByRole('button', { name: /./ }))
  expect(buttons.slice(-2)).toEqual(['Back', 'Confirm absence'])
  expect(await school.call(listAbsences, { token })).toEqual([])

  await press('Confirm absence', asked)
  await findToast('Absence added.')
  const [absence] = getTexts(await findRows('Your absences', 1))
  expect(absence).toMatch(/^Tue 3 MarA cold/)
  expect(await school.call(listOwnSlots, { token })).toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await press('Remove Tue 3 Mar')
  const sure = await findDialog()
  await sure.findByText(/lost bookings are not restored/)
  await press('Remove', sure)
  await findToast('Absence removed. 4 slots restored; slots added by hand stay removed.')
  await screen.findByText(/^No upcoming absences/)
  expect(screen.getByRole('heading', { name: 'Absences' })).toHaveFocus()
  expect(await school.call(listOwnSlots, { token })).toHaveLength(4)
})

test('an absence that affects no review is added at once', async () => {
  const { open } = await setUpReviewer([tuesdayMorningBlock])
  await open()
  await press('Add absence')
  const asked = await findDialog()
  await fill(await findField('First day'), getDateInDays(1))
  await fill(await findField('Last day'), getDateInDays(3))
  await fill(await findField('Reason'), 'A journey')
  await press('Add absence', asked)
  await findToast('Absence added.')
  expect(getTexts(await findRows('Your absences', 1))[0]).toMatch(
    /^Tue 3 Mar to Thu 5 MarA journey/,
  )
})
