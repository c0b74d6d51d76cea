import type { Locator, Page } from '@playwright/test'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, type School, test } from '../kit/school.ts'
import { atDesk, slowTests } from '../kit/tags.ts'
import { answer, toast } from '../steps/actions.ts'
import { signIn } from '../steps/onboarding.ts'
import { onboard } from '../steps/schools/invite-and-onboard.ts'

/** A new reviewer at their empty week. */
async function begin(page: Page, school: School) {
  const reviewer = await onboard(school, 'reviewer', 'Rita Moreau')
  await signIn(page, 'reviewer', reviewer)
  await page.goto('/reviewer/availability')
  await expect(field(page, 'Monday 9:00 AM')).toBeVisible()
}

const field = (page: Page, name: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${name}, `) })

const times = (page: Page) => page.getByRole('list', { name: 'Your times' }).getByRole('listitem')

/**
 * The position of a cell on the screen after scrolling it into view, at a fraction of its height.
 */
async function inView(one: Locator, part = 0.5) {
  await one.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await one.boundingBox()
  if (!box) throw new Error('The field is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height * part }
}

async function drag(page: Page, from: Locator, to: Locator, part = 0.5): Promise<void> {
  const start = await inView(from, part)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  const box = await to.boundingBox()
  if (!box) throw new Error('The field is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
}

test('a week is painted, moved and resized with the mouse, and saved', {
  tag: atDesk,
}, async ({ page, school }) => {
  await begin(page, school)
  await drag(page, field(page, 'Monday 9:00 AM'), field(page, 'Wednesday 10:30 AM'))
  await expect(times(page)).toHaveText([/^Mon, 9:00 AM to 11/, /^Tue, 9/, /^Wed, 9:00 AM to 11/])
  // Resizes at its lower edge, then moves it.
  await drag(page, field(page, 'Monday 10:30 AM'), field(page, 'Monday 11:30 AM'), 0.95)
  await expect(times(page).first()).toContainText('Mon, 9:00 AM to 12:00 PM')
  await drag(page, field(page, 'Monday 10:00 AM'), field(page, 'Friday 11:00 AM'))
  await expect(times(page).last()).toContainText('Fri, 10:00 AM to 1:00 PM')
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  await checkAppearance(page, 'painted-week')

  await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
  await answer(page, 'Your changes are not saved and will be lost.', 'Cancel')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Availability saved.')).toBeVisible()
  await expect(
    page.getByText(/^You have \d\d slots in the next 28 days, 0 booked\.$/),
  ).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('a week is painted by touch, one day at a time, and still scrolls', {
    tag: slowTests,
  }, async ({ page, school }) => {
    await begin(page, school)
    await page.getByText('Tu', { exact: true }).tap()
    await inView(field(page, 'Tuesday 9:00 AM'))
    const { x, y } = await inView(field(page, 'Tuesday 9:00 AM'))
    await page.touchscreen.tap(x, y)
    await expect(times(page)).toHaveText([/^Tue, 9:00 AM to 10:00 AM/])
    await checkAppearance(page, 'painted-day')

    const finger = await page.context().newCDPSession(page)
    const touch = (type: string, at?: { x: number; y: number }) =>
      finger.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: at ? [at] : [],
      })
    const end = await inView(field(page, 'Tuesday 9:30 AM'), 1)
    const later = await field(page, 'Tuesday 11:30 AM').boundingBox()
    await touch('touchStart', end)
    await touch('touchMove', { x: end.x, y: end.y + 30 })
    await touch('touchMove', { x: end.x, y: (later?.y ?? 0) + 20 })
    await touch('touchEnd')
    await expect(times(page)).toHaveText([/^Tue, 9:00 AM to 12:00 PM/])

    const free = await inView(field(page, 'Tuesday 3:00 PM'))
    const before = await page.evaluate(() => scrollY)
    await touch('touchStart', free)
    for (const by of [20, 60, 120]) await touch('touchMove', { x: free.x, y: free.y - by })
    await touch('touchEnd')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
    await expect(times(page)).toHaveCount(1)
  })
})

test('a week is painted by keyboard without losing the focus', async ({ page, school }) => {
  await begin(page, school)
  await field(page, 'Monday 9:00 AM').focus()
  await page.keyboard.press('Space')
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(times(page)).toHaveText([/^Mon, 9:00 AM to 11:00 AM/])
  await page.keyboard.press('Shift+ArrowDown')
  await expect(times(page)).toHaveText([/^Mon, 9:00 AM to 11:30 AM/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('From')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page, 'Monday 11:00 AM')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(times(page)).toHaveCount(0)
  await expect(field(page, 'Monday 11:00 AM')).toBeFocused()
})
