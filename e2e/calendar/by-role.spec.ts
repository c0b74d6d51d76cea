import type { Page } from '@playwright/test'
import { checkAppearance } from '../checks/appearance.ts'
import { getDateInDays } from '../kit/days.ts'
import { expect, test } from '../kit/school.ts'
import { atDesk, slowTests } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { choose, toast } from '../steps/actions.ts'
import { expectFocusKept, pressByKeys, tabTo } from '../steps/keyboard.ts'
import { isShownAsCards } from '../steps/lists.ts'
import { bookWithRita, undoByKeys } from '../steps/schools/booked-with-rita.ts'
import { heading } from '../steps/shell.ts'

test.use(withMotion)

/** Switches between month and week by the arrow keys. */
async function show(page: Page, from: string, key: string, to: string): Promise<void> {
  await tabTo(page, page.getByRole('radio', { name: from, exact: true }))
  await page.keyboard.press(key)
  await expect(page.getByRole('radio', { name: to, exact: true })).toBeChecked()
}

test('an advisor moves a review in the calendar by keyboard, and back', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { now } = await bookWithRita(school)
  await school.enter(page, 'advisor', `/advisor/calendar?date=${getDateInDays(1)}`)
  const move = page.getByRole('button', { name: 'Move Amara Okafor, 9:00 AM' })
  if (isShownAsCards(page)) {
    await pressByKeys(page, move)
    // Times at which only one reviewer is free, which depend on the day.
    const free = page
      .getByRole('region', { name: 'Tomorrow' })
      .getByRole('button')
      .filter({ hasNotText: 'reviewers' })
    await expect(free.first()).toBeVisible()
    await expectFocusKept(page)
    await pressByKeys(page, free.last())
  } else {
    await page.getByRole('link', { name: /9:00 AM to .*booked, Amara Okafor/ }).focus()
    await page.keyboard.press('Tab')
    await expect(move).toBeFocused()
    await page.keyboard.press('Enter')
    const targets = page.getByRole('button', { name: /^Move to / })
    await expect(targets.and(page.locator(':focus'))).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await expect(targets.and(page.locator(':focus'))).toHaveCount(1)
    await page.keyboard.press('Enter')
  }
  await pressByKeys(page, page.getByRole('dialog').getByRole('button', { name: 'Move' }))
  await expect(toast(page, 'Review moved')).toBeVisible()
  await expectFocusKept(page)
  await expect.poll(async () => (await now()).time).not.toBe('9:00 AM')
  await undoByKeys(page)
  await expect(toast(page, 'Change undone')).toBeVisible()
  await expectFocusKept(page)
  expect(await now()).toMatchObject({ time: '9:00 AM', day: getDateInDays(1) })
})

test(
  'a reviewer goes through week and month by keyboard, to a review and to a day',
  {
    tag: slowTests,
  },
  async ({ page, school }, { project }) => {
    const { details, review } = await bookWithRita(school)
    await details(page, 'reviewer')
    await page.goto(`/reviewer/calendar?date=${getDateInDays(1)}`)
    const booked = page.getByRole('link', { name: /Amara Okafor/ })
    await expect(booked).toBeVisible()
    await checkAppearance(page, `${project.name}-reviewer-week`)
    if (isShownAsCards(page)) {
      await expect(page.getByText(/^\d slots? until 10:30 AM$/).first()).toBeVisible()
    } else {
      await booked.focus()
      await page.keyboard.press('ArrowDown')
      await expect(
        page.getByRole('link', { name: /9:30 AM to 10:00 AM, free/ }).first(),
      ).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expect(page.locator(`[data-date="${getDateInDays(2)}"]:focus`)).toHaveCount(1)
    }
    await page.getByRole('heading', { level: 1 }).focus()
    await show(page, 'Week', 'ArrowRight', 'Month')
    if (isShownAsCards(page)) {
      await expect(booked).toBeVisible()
    } else {
      const day = page.getByRole('grid').locator(`[data-date="${getDateInDays(1)}"]`)
      await tabTo(page, page.getByRole('grid').locator('[data-date][tabindex="0"]'))
      // On a Saturday the arrow above has led to the next week.
      if (!(await day.evaluate((one) => one === document.activeElement))) {
        await page.keyboard.press('ArrowLeft')
      }
      await expect(day).toBeFocused()
      await expect(day).toContainText('9:00 AM Amara Okafor')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('radio', { name: 'Day', exact: true })).toBeChecked()
      await expect(heading(page, 'Calendar')).toBeFocused()
    }
    await pressByKeys(page, booked)
    await expect(page).toHaveURL(new RegExp(`/reviewer/review-details/${review._id}$`))
    await expect(heading(page, 'Review Details')).toBeFocused()
  },
)

test(
  'an admin sees how full reviewers are, and the bookings of one',
  {
    tag: slowTests,
  },
  async ({ page, school }, { project }) => {
    await bookWithRita(school)
    await school.enter(page, 'admin', `/admin/calendar?date=${getDateInDays(1)}`)
    const full = isShownAsCards(page) ? /^\d+ booked, \d+ free$/ : 'Tariq Farouk'
    await expect(page.getByText(full).first()).toBeVisible()
    await checkAppearance(page, `${project.name}-admin-week`)
    await choose(page, 'Reviewer', /^Rita Moreau/)
    const booked = page.getByRole('link', { name: /Amara Okafor/ })
    await expect(booked).toBeVisible()
    await checkAppearance(page, `${project.name}-admin-one-reviewer`)
    await show(page, 'Week', 'ArrowRight', 'Month')
    await show(page, 'Month', 'ArrowLeft', 'Week')
    // The arrow keys work as in the reviewer's own calendar.
    await booked.focus()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Review Details')).toBeFocused()
  },
)

/** Gives a slot's block another name and returns its lines that are cut off. */
function cutLines(block: Element, name: string): string[] {
  const [who] = block.children
  if (who) who.textContent = name
  const cut: string[] = []
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const clips = [texts.currentNode.parentElement, block].flatMap((one) => one ?? [])
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    for (const line of range.getClientRects()) {
      const boxes = clips.map((one) => one.getBoundingClientRect())
      const right = Math.min(...boxes.map((box) => box.right))
      const top = Math.max(line.top, ...boxes.map((box) => box.top))
      const bottom = Math.min(line.bottom, ...boxes.map((box) => box.bottom))
      const seen = line.left < right ? bottom - top : 0
      if (seen > 2 && seen < line.height - 4) cut.push(`${texts.currentNode.nodeValue}: ${seen} px`)
    }
  }
  return cut
}

test('in a narrow week a name takes two lines, neither of which is cut off', {
  tag: [slowTests, atDesk],
}, async ({ page, school }) => {
  const { details } = await bookWithRita(school)
  await details(page, 'reviewer')
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto(`/reviewer/calendar?date=${getDateInDays(1)}`)
  const booked = page.getByRole('link', { name: /Amara Okafor/ })
  await expect(booked).toHaveAttribute('title', /Amara Okafor/)
  await expect(booked).toContainText('booked')
  const long = 'Maximiliana'
  for (const name of [long, `${long} Okafor`, `${long} Okafor ${long} Okafor`, long.repeat(3)]) {
    expect(await booked.evaluate(cutLines, name)).toEqual([])
  }
  await booked.evaluate(cutLines, `${long} Okafor`)
  const [who, state] = [booked.locator('> :first-child'), booked.locator('> :last-child')]
  const fits = (one: Element) =>
    one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth
  expect(await who.evaluate(fits)).toBe(true)
  await expect(state).toBeInViewport({ ratio: 1 })
})
