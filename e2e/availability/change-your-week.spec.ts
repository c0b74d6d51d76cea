import { getAvailability } from '#contract/availability/availability.ts'
import { listOwnSlots, listOwnSlotsByDate } from '#contract/slots/slots.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { getDateInDays } from '../kit/days.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { toast } from '../steps/actions.ts'
import { chooseFromMenuByKeys, expectFocusKept, pressByKeys, tabTo } from '../steps/keyboard.ts'
import { rows } from '../steps/lists.ts'
import { addMorningReviewer } from '../steps/schools/morning-slots.ts'

test.use(withMotion)

const tomorrow = () => formatShortDate(getDateInDays(1))

test(
  'a shorter week lists by keyboard which bookings it would remove, and is saved after confirmation only',
  {
    tag: slowTests,
  },
  async ({ page, school, somebodyElse }, { project }) => {
    const { token, book, open } = await addMorningReviewer(school)
    const { student } = await book('9:30 AM')
    await open(page, '/reviewer/availability')
    const morning = `${tomorrow().slice(0, 3)}, 9:00 AM to 11:00 AM`
    await pressByKeys(page, page.getByRole('button', { name: `Edit ${morning}` }))
    const form = page.getByRole('dialog', { name: morning })
    await expect(form.getByLabel('From')).toBeFocused()
    await page.keyboard.type('1000')
    await expect(form.getByLabel('From')).toHaveValue('10:00')
    await pressByKeys(page, form.getByRole('button', { name: 'Update' }))
    await expect(form).toBeHidden()
    await expectFocusKept(page)

    const save = page.getByRole('button', { name: 'Save', exact: true })
    await pressByKeys(page, save)
    const asked = page.getByRole('dialog', { name: 'Booked slots will be removed' })
    await expect(asked).toContainText('8 slots are removed, and 1 review loses its slot.')
    const affectedRows = rows(page, 'Reviews that lose their slot')
    await expect(affectedRows).toContainText(`Booked for ${tomorrow()}, 9:30 AMCould move to `)
    await checkAppearance(page, `${project.name}-week-that-loses`)
    await pressByKeys(page, asked.getByRole('button', { name: 'Cancel' }))
    await expect(asked).toBeHidden()
    await expect(save).toBeFocused()
    await expect(page.getByText('Not saved yet.')).toBeVisible()
    const { blocks } = await school.call(getAvailability, { token })
    expect(blocks.map(({ from }) => from)).toEqual(['09:00', '09:00'])

    await page.keyboard.press('Enter')
    await pressByKeys(page, asked.getByRole('button', { name: 'Save anyway' }))
    await expect(toast(page, 'Availability saved.')).toBeVisible()
    await expect(toast(page, '8 slots removed. 1 review needs a new booking.')).toBeVisible()
    await expectFocusKept(page)
    const advisor = await somebodyElse()
    await school.enter(advisor, 'advisor', '/advisor')
    const lost = advisor.getByRole('region', { name: 'Lost their slot' })
    await expect(lost).toContainText(student.name)
  },
)

test(
  'free slots are removed one by one and by day, by keyboard; booked ones stay',
  {
    tag: slowTests,
  },
  async ({ page, school }, { project }) => {
    const { token, book, open } = await addMorningReviewer(school)
    const { student } = await book('10:00 AM')
    await open(page, '/reviewer/slots-list')
    const slots = page.getByRole('region', { name: 'Slots' })
    const title = slots.getByRole('heading', { name: 'Slots', exact: true })
    const question = page.getByRole('dialog')

    await tabTo(page, slots.getByRole('button', { name: /^9:00 AM/ }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(slots.getByRole('link', { name: student.name })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await pressByKeys(page, slots.getByRole('button', { name: `Remove ${tomorrow()}, 9:30 AM` }))
    await pressByKeys(page, question.getByRole('button', { name: 'Yes, remove' }))
    await expect(toast(page, 'Slot removed.')).toBeVisible()
    await expect(title).toBeFocused()

    await pressByKeys(page, slots.getByRole('button', { name: 'Remove several' }))
    await expect(title).toBeFocused()
    const day = slots.getByRole('checkbox', { name: tomorrow(), exact: true })
    await tabTo(page, day)
    await page.keyboard.press('Space')
    await expect(slots.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
    await checkAppearance(page, `${project.name}-remove-several`)
    await pressByKeys(page, slots.getByRole('button', { name: 'Remove 2 slots' }))
    await pressByKeys(page, question.getByRole('button', { name: 'Yes, remove' }))
    await expect(toast(page, '2 slots removed.')).toBeVisible()
    await expect(title).toBeFocused()
    const left = await school.call(listOwnSlots, { token })
    const ofTomorrow = left.filter(({ date }) => date === getDateInDays(1))
    expect(ofTomorrow.map(({ slot_time }) => slot_time)).toEqual(['10:00 AM'])
  },
)

test(
  'a week is copied by keyboard to another one, without existing slots',
  {
    tag: slowTests,
  },
  async ({ page, school }, { project }) => {
    const { token, open } = await addMorningReviewer(school)
    await open(page, '/reviewer/slots-list')
    await chooseFromMenuByKeys(page, 'Copy a week')
    const form = page.getByRole('dialog', { name: 'Copy a week' })
    await checkAppearance(page, `${project.name}-copy-a-week`)
    await pressByKeys(page, form.getByRole('button', { name: 'Copy', exact: true }))
    await expect(form).toContainText('Choose a week')
    // On a Sunday this week has no slots left to copy.
    const week = form.getByRole('combobox', { name: 'Week' })
    const thisWeek = await week.inputValue()
    await tabTo(page, week)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(week).not.toHaveValue(thisWeek)
    // Slots are generated four weeks ahead: the last of these has none yet.
    const boxes = form.getByRole('checkbox')
    for (const place of [0, 4]) {
      await boxes.nth(place).focus()
      await page.keyboard.press('Space')
      await expect(boxes.nth(place)).toBeChecked()
    }
    await pressByKeys(page, form.getByRole('button', { name: 'Copy', exact: true }))
    await expect(page.getByRole('alert').getByText(/^\d+ slots added\.$/)).toBeVisible()
    await expect(page.getByRole('alert').getByText(/^Skipped: /)).toBeVisible()
    await expectFocusKept(page)
    const query = { from: getDateInDays(29), to: getDateInDays(49) }
    const copied = await school.call(listOwnSlotsByDate, { token, query })
    expect(copied.map(({ slot_time }) => slot_time)).toContain('10:30 AM')
  },
)
