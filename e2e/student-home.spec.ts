import type { Page } from '@playwright/test'
import { dayMs } from '#contract/kit/time.ts'
import { getHome, type Review } from '#contract/reviews.ts'
import { listWeeklyTasks } from '#contract/tasks.ts'
import { setTime } from './clock.ts'
import { expect, type School, test } from './school.ts'
import { schoolZone } from './server.ts'
import { heading } from './shell.ts'

/** The demo student's present review, and the noon of the day on which it is due. */
async function presentReview(school: School): Promise<{ review: Review; due: number }> {
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  return { review: home, due: new Date(home.date).setUTCHours(11, 0, 0, 0) }
}

function written(instant: number, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: schoolZone })
  return format.format(instant).replaceAll(',', '')
}

async function openOn(page: Page, school: School, instant: number): Promise<void> {
  await setTime(page, instant)
  await school.enter(page, 'student')
  await expect(heading(page, 'Home')).toBeVisible()
}

test('the card tells the week, the date and how long it is until the next review', async ({
  page,
  school,
}) => {
  const { due } = await presentReview(school)
  const card = page.getByRole('region', { name: 'Next Review' })
  for (const [daysBefore, label, overdue] of [
    [3, '3 days left', false],
    [2, '2 days left', false],
    [1, 'Tomorrow', false],
    [0, 'Today', false],
    [-1, 'Today', true],
  ] as const) {
    await openOn(page, school, due - daysBefore * dayMs)
    await expect(card.getByText(label, { exact: true })).toBeVisible()
    await expect(card.getByText('overdue', { exact: true })).toHaveCount(overdue ? 1 : 0)
  }
  await expect(card.getByRole('heading', { name: 'Next Review' })).toBeVisible()
  await expect(card.getByText('05', { exact: true })).toBeVisible()
  await expect(card.getByText('week', { exact: true })).toBeVisible()
  const date = written(due, { weekday: 'long', month: 'long', day: 'numeric' })
  await expect(card.getByText(date, { exact: true })).toBeVisible()
})

test('the home greets the student and shows who is signed in', async ({ page, school }) => {
  await school.enter(page, 'student')
  await expect(
    page.getByText('Hello Amara Okafor. You are in week 05 of Web Development.'),
  ).toBeVisible()
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile.getByText('student@weekward.test')).toBeVisible()
  await profile.getByRole('link', { name: 'Profile' }).click()
  await expect(heading(page, 'Profile')).toBeFocused()
})

test('the calendar marks today and the review, and its arrows lead through the months', async ({
  page,
  school,
}) => {
  const { due } = await presentReview(school)
  await openOn(page, school, due)
  const calendar = page.getByRole('region', { name: 'Calendar' })
  const today = calendar.locator('[aria-current=date]')
  const month = (start: number) => written(start, { month: 'long', year: 'numeric' })
  const shown = (name: string) => calendar.getByRole('table', { name, exact: true })
  await expect(shown(month(due))).toBeVisible()
  await expect(today).toContainText(`${written(due, { day: 'numeric' })} today`)
  await expect(calendar.getByText(/: review/).first()).toBeVisible()

  const dayOfMonth = Number(written(due, { day: 'numeric' }))
  const [lastMonth, nextMonth] = [due - dayOfMonth * dayMs, due + (32 - dayOfMonth) * dayMs]
  await calendar.getByRole('button', { name: 'Next month' }).click()
  await expect(shown(month(nextMonth))).toBeVisible()
  await expect(today).toHaveCount(0)
  await calendar.getByRole('button', { name: 'Previous month' }).click()
  await expect(today).toHaveCount(1)
  await calendar.getByRole('button', { name: 'Previous month' }).click()
  await expect(shown(month(lastMonth))).toBeVisible()
  await expect(today).toHaveCount(0)
})

test('the Weekly Task button leads to the tasks of this week and of those before', async ({
  page,
  school,
}) => {
  const { tasks } = await school.call(listWeeklyTasks, { token: await school.tokenOf('student') })
  const lineOf = (week: number) =>
    tasks.find((task) => task.week === week)?.technicalWorkouts[0] ?? 'no such task'
  await school.enter(page, 'student')
  await page.getByRole('link', { name: 'Weekly Task' }).click()
  await expect(page).toHaveURL('/weekly-task')
  await expect(heading(page, 'Weekly Task')).toBeFocused()
  const present = page.getByRole('region', { name: 'This week: week 05' })
  for (const list of [
    'Personal development workouts',
    'Technical workouts',
    'Miscellaneous workouts',
  ]) {
    await expect(present.getByRole('heading', { name: list })).toBeVisible()
  }
  await expect(present.getByText(lineOf(5), { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^week/ })).toHaveText([
    'week 04',
    'week 03',
    'week 02',
    'week 01',
  ])
  await expect(page.getByText(lineOf(2), { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'week 02' }).click()
  await expect(page.getByText(lineOf(2), { exact: true })).toBeVisible()
})

test('Join into review leads to the place of the review’s call', async ({ page, school }) => {
  const { review } = await presentReview(school)
  await school.enter(page, 'student')
  const card = page.getByRole('region', { name: 'Next Review' })
  await expect(card.getByText(`with ${review.reviewer?.name}`)).toContainText('10:00 AM')
  await page.getByText('Join into review', { exact: true }).click()
  await expect(page).toHaveURL(`/call/${review._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
