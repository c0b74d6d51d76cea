import type { Page } from '@playwright/test'
import { bookSlot } from '#contract/reviews/booking.ts'
import { listReviews } from '#contract/reviews.ts'
import { listOwnSlots } from '#contract/slots.ts'
import { publishSlots, slot } from './a-week.ts'
import { answer, toast } from './answers.ts'
import { inDays } from './days.ts'
import { onboard } from './newcomers.ts'
import { signIn } from './onboarding.ts'
import { newReviewer } from './reviewers.ts'
import { expect, type School, test } from './school.ts'
import { goTo } from './shell.ts'

async function begin(page: Page, school: School) {
  const reviewer = await onboard(school, 'reviewer', 'Rita Moreau')
  await signIn(page, 'reviewer', reviewer)
  await goTo(page, 'add slot')
  return { token: await school.tokenOf('reviewer', reviewer) }
}

type Range = readonly [date: string, from: string, to: string, minutes: string]

async function fill(page: Page, [date, from, to, minutes]: Range) {
  await page.getByLabel('Date').fill(date)
  await page.getByLabel('Starting time').fill(from)
  await page.getByLabel('Ending time').fill(to)
  await page.getByLabel('Review time').fill(minutes)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Add slot', exact: true }).click()

test('a reviewer who leaves fields empty is told of each', async ({ page, school }) => {
  await begin(page, school)
  await submit(page)
  for (const message of [
    'Date is required.',
    'Starting time is required.',
    'Ending time is required.',
    'Review time is required.',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await expect(page.getByLabel('Date')).toBeFocused()
  await expect(page.getByLabel('Date')).toHaveAttribute('min', inDays(0))
})

test('a range that is half typed is asked about before it is left', async ({ page, school }) => {
  await begin(page, school)
  await page.getByLabel('Starting time').fill('10:00')
  const elsewhere = page.getByRole('link', { name: 'Your slots' })
  await elsewhere.click()
  await answer(page, 'What you have typed is not saved, and would be lost.', 'Cancel')
  await page.getByLabel('Starting time').fill('')
  await elsewhere.click()
  await expect(elsewhere).toHaveCount(0)
})

test('a range that cannot be is refused at the field that is wrong', async ({ page, school }) => {
  const { token } = await begin(page, school)
  const tomorrow = inDays(1)
  for (const [range, field, message] of [
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
      [inDays(0), '00:00', '23:59', '15'],
      'Starting time',
      'Starting time must be greater than current time',
    ],
    [
      [tomorrow, '10:00', '10:30', '30'],
      'Review time',
      'Review time must be less than the time difference between start and end times',
    ],
  ] as const) {
    await fill(page, range)
    await submit(page)
    await expect(page.getByText(message, { exact: true })).toBeVisible()
    await expect(page.getByLabel(field)).toBeFocused()
  }
  expect(await school.call(listOwnSlots, { token })).toEqual([])
})

test('published slots can be seen at once, day by day', async ({ page, school }) => {
  await begin(page, school)
  await page.getByRole('link', { name: 'Your slots' }).click()
  const none = 'You have no slots in the next three days.'
  await expect(page.getByRole('tabpanel').getByText(none)).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Today', 'Tomorrow', inDays(2)])
  await goTo(page, 'add slot')
  await fill(page, [inDays(1), '13:00', '14:40', '30'])
  const preview = 'This makes 3 slots of 30 minutes from 1:00 PM to 2:40 PM; '
  await expect(page.getByText(preview)).toBeVisible()
  await submit(page)
  await expect(toast(page, 'Slot added successfully')).toBeVisible()
  await publishSlots(page, { date: inDays(2), from: '08:00', to: '09:00', minutes: '45' })

  await page.getByRole('link', { name: 'Your slots' }).click()
  await expect(page.getByRole('tab')).toHaveText(['Today', 'Tomorrow', inDays(2)])
  const shown = page.getByRole('tabpanel').getByRole('button')
  await expect(shown).toHaveText(['1:00 PM', '1:30 PM', '2:00 PM'])
  await page.getByRole('tab', { name: inDays(2) }).click()
  await expect(shown).toHaveText(['8:00 AM'])
  await page.getByRole('tab', { name: 'Today' }).click()
  await expect(page.getByText('No slots on this day.')).toBeVisible()
})

test('a range that overlaps published slots is not added', async ({ page, school }) => {
  const { token } = await begin(page, school)
  const range = { date: inDays(1), from: '13:00', to: '14:00', minutes: '30' }
  await publishSlots(page, range)
  await fill(page, [inDays(1), '13:45', '15:00', '30'])
  await submit(page)
  await expect(toast(page, 'An error occurred')).toBeVisible()
  await expect(page.getByText('Slots already exist')).toBeVisible()
  await expect(page.getByLabel('Starting time')).toHaveValue('13:45')
  expect(await school.call(listOwnSlots, { token })).toHaveLength(2)
})

test('a reviewer whose server is away reads that an error occurred, and keeps what was typed', async ({
  page,
  school,
}) => {
  await begin(page, school)
  await fill(page, [inDays(1), '13:00', '14:00', '20'])
  await school.stop()
  await submit(page)
  await expect(toast(page, 'An error occurred')).toBeVisible()
  await expect(page.getByLabel('Starting time')).toHaveValue('13:00')
  await school.startAgain()
  await submit(page)
  await expect(toast(page, 'Slot added successfully')).toBeVisible()
})

test('a booked slot is dark, and says for whom it is booked', async ({ page, school }) => {
  const reviewer = await newReviewer(school)
  const advisor = await school.tokenOf('advisor')
  const query = { type: 'booking' }
  const [review] = await school.call(listReviews.advisor, { token: advisor, query })
  const slots = await school.call(listOwnSlots, { token: reviewer.token })
  const free = slots.find(({ date, slot_time }) => date === inDays(1) && slot_time === '9:30 AM')
  const value = { reviewId: review?._id ?? '', reviewer: reviewer._id, slot: free?._id ?? '' }
  await school.call(bookSlot, { token: advisor, body: { value } })
  await signIn(page, 'reviewer', reviewer)
  await page.getByRole('link', { name: 'Your slots' }).click()
  const name = review?.student.name ?? ''
  const booked = page.getByRole('region', { name: 'Booked Reviews' })
  const tomorrow = booked.getByRole('list', { name: 'Tomorrow' })
  await expect(tomorrow.getByRole('link')).toContainText([name])
  await expect(tomorrow.getByText('9:30 AM', { exact: true })).toBeVisible()
  await expect(slot(page, '9:00 AM')).not.toContainText('booked')
  await expect(slot(page, '9:30 AM')).toContainText('booked')
  await slot(page, '9:30 AM').click()
  await expect(page.getByText('9:30 AM is booked for')).toContainText(name)
})
