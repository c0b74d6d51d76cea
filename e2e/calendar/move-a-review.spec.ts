import type { Page } from '@playwright/test'
import { listReviews } from '#contract/reviews/reviews.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { checkAppearance, checkOnPhone } from '../checks/appearance.ts'
import { checkTextFits } from '../checks/text-fits.ts'
import { getDateInDays } from '../kit/days.ts'
import { expect, type School, test } from '../kit/school.ts'
import { atDesk, slowTests } from '../kit/tags.ts'
import { toast } from '../steps/actions.ts'

/** The advisor at a review that is booked for a coming day. */
async function begin(page: Page, school: School, view: 'week' | 'day') {
  const token = await school.enter(page, 'advisor')
  const booked = await school.call(listReviews.advisor, { token, query: { home: 'true' } })
  const review = booked.find(({ day }) => (day ?? '') > getDateInDays(0))
  if (!review?.day) throw new Error('nothing is booked from tomorrow on')
  await page.goto(`/advisor/calendar?view=${view}&date=${review.day}`)
  const present = async () => {
    const [now] = await school.call(listReviews.advisor, { token, query: { id: review._id } })
    return { startsAt: now?.startsAt, reviewer: now?.reviewer?.name }
  }
  const was = { startsAt: review.startsAt, reviewer: review.reviewer?.name }
  return { name: review.student.name, day: formatShortDate(review.day), was, present }
}

test('a review is dragged to a free slot, and back by undo', { tag: atDesk }, async ({
  page,
  school,
}) => {
  const { name, day, was, present } = await begin(page, school, 'week')
  await page.getByRole('link', { name: new RegExp(`booked, ${name}`) }).hover()
  await page.mouse.down()
  await page.mouse.move(600, 500, { steps: 5 })
  const target = page.getByRole('button', { name: new RegExp(`^Move to ${day}`) }).first()
  await expect(target).toBeVisible()
  await target.hover()
  await target.hover()
  await page.mouse.up()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(new RegExp(`Moves ${name} from ${day}, .+ to ${day}, `))
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(toast(page, 'Review moved')).toBeVisible()
  expect(await present()).not.toEqual(was)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Change undone')).toBeVisible()
  expect(await present()).toEqual(was)
})

test('a review is moved from the list of a day, also by touch', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { name, was, present } = await begin(page, school, 'day')
  await page.getByRole('button', { name: new RegExp(`^Move ${name}`) }).click()
  const other = page
    .getByRole('region')
    .getByRole('button', { name: /^\d+:\d\d [AP]M/ })
    .first()
  await expect(other).toBeVisible()
  await checkAppearance(page, 'moving-in-list')
  await other.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await expect(toast(page, 'Review moved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await present()).not.toEqual(was)
})

test('the calendar passes axe and shows its text in full, by week during a move and by month', {
  tag: [atDesk, slowTests],
}, async ({ page, school }) => {
  test.slow()
  const { name } = await begin(page, school, 'week')
  await page.getByRole('link', { name: new RegExp(`booked, ${name}`) }).hover()
  await page.getByRole('button', { name: new RegExp(`^Move ${name}`) }).click()
  await expect(page.getByRole('button', { name: /^Move to / }).first()).toBeFocused()
  await checkAppearance(page, 'advisor-calendar-moving')
  for (const view of ['month', 'day']) {
    await page.goto(`/advisor/calendar?view=${view}`)
    await expect(page.getByRole(view === 'month' ? 'grid' : 'list').first()).toBeVisible()
    await checkAppearance(page, `advisor-calendar-${view}`)
    await checkTextFits(page, `advisor-calendar-${view}`)
    await checkOnPhone(page, `advisor-calendar-${view}`)
  }
})
