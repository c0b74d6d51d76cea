import { savePrivateCalendar } from '#contract/availability/private-calendar.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { getInstantAt } from '#contract/kit/time/zone.ts'
import { writeEntries, writeSpan } from '#test/private-calendar/write.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { getDateInDays } from '../kit/days.ts'
import { expect } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { answer, toast } from '../steps/actions.ts'
import { expectFocusKept, pressByKeys } from '../steps/keyboard.ts'
import { addMorningReviewer } from '../steps/schools/morning-slots.ts'
import { isNarrow } from '../steps/shell.ts'
import { test } from './with-calendar.ts'

test('by keyboard alone a reviewer adds their own calendar, whose busy times are shaded', async ({
  page,
  school,
  calendar,
}, { project }) => {
  const see = (screen: string) => checkAppearance(page, `${project.name}-${screen}`)
  const { book, open } = await addMorningReviewer(school)
  await book('9:30 AM')
  const startsAt = getInstantAt(getDateInDays(1), '09:15', 'Europe/Berlin')
  calendar.answering.body = writeEntries([
    [...writeSpan(startsAt, startsAt + 2 * hourMs), 'SUMMARY:The dentist'],
  ])

  await open(page, '/reviewer/availability')
  const card = page.getByRole('region', { name: 'Your calendar' })
  await pressByKeys(page, card.getByRole('button', { name: 'Add your calendar' }))
  const dialog = page.getByRole('dialog', { name: 'Your calendar' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('http://calendar.school.test')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter an https:// or webcal:// address')).toBeVisible()
  await see('own-calendar-form')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(calendar.url)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Your calendar was read.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expectFocusKept(page)
  await expect(card).toContainText('Last read today')
  await expect(card).toContainText('….ics')
  await expect(card).not.toContainText('token')
  await expect(card).toContainText('1 booked review overlaps your busy times.')
  await expect(page.getByText('Hatched: busy in your calendar')).toBeVisible()
  if (!isNarrow(page)) {
    await expect(page.getByTestId('busy')).toBeVisible()
    await expect(page.getByRole('gridcell', { name: /busy in your calendar/ })).toHaveCount(5)
  }
  await see('availability-busy')

  await page.goto(`/reviewer/calendar?date=${getDateInDays(1)}`)
  const main = page.getByRole('main')
  await expect(main).toContainText(/booked, in a busy time/)
  await expect(main).toContainText(/busy 9:15 AM to 11:15 AM/i)
  await expect(main).not.toContainText('dentist')
  await see('calendar-busy')
})

test(
  'by keyboard alone a reviewer is told of a mistyped address, and removes their calendar',
  { tag: slowTests },
  async ({ page, school, calendar }, { project }) => {
    const { token, open } = await addMorningReviewer(school)
    const startsAt = getInstantAt(getDateInDays(1), '09:15', 'Europe/Berlin')
    calendar.answering.body = writeEntries([[...writeSpan(startsAt, startsAt + 2 * hourMs)]])
    await school.call(savePrivateCalendar, { token, body: { value: { url: calendar.url } } })
    await open(page, '/reviewer/availability')
    const card = page.getByRole('region', { name: 'Your calendar' })
    const dialog = page.getByRole('dialog', { name: 'Your calendar' })
    await expect(card).toContainText('Last read today')

    calendar.answering.status = 404
    await pressByKeys(page, card.getByRole('button', { name: 'Replace' }))
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.type(`${calendar.url}?mistyped`)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('There is no calendar at this address')).toBeVisible({
      timeout: 20_000,
    })
    await checkAppearance(page, `${project.name}-own-calendar-mistyped`)
    await page.keyboard.press('Escape')
    await expect(card).toContainText('There is no calendar at this address')
    await expect(card).toContainText('Busy times read today')

    await pressByKeys(page, card.getByRole('button', { name: 'Remove' }))
    const host = new URL(calendar.url).host
    await answer(
      page,
      `Remove your calendar at ${host}? Slots in its busy times can be booked again.`,
      'Yes, remove',
    )
    await expect(card.getByRole('button', { name: 'Add your calendar' })).toBeVisible()
    await expect(page.getByText('Hatched: busy in your calendar')).toBeHidden()
    await expectFocusKept(page)
  },
)
