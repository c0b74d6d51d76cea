import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { expect, test } from '../kit/school.ts'
import { atDesk, slowTests } from '../kit/tags.ts'
import { getColumnHeaders, isShownAsCards, rows } from '../steps/lists.ts'

test('a reviewer sees at home whom to review next, and can start or view it', {
  tag: slowTests,
}, async ({ page, school }) => {
  const token = await school.enter(page, 'reviewer', '/reviewer')
  const reviews = await school.call(listReviews.reviewer, { token, query: { home: 'true' } })
  const main = page.getByRole('main')
  const later = main.getByRole('heading', { level: 2 }).getByRole('button', { expanded: false })
  await expect(main.getByRole('button', { name: 'Start Review' }).first()).toBeVisible()
  while ((await later.count()) > 0) await later.first().click()
  await expect(main.getByRole('button', { name: 'Start Review' })).toHaveCount(reviews.length)
  for (const { student } of reviews) {
    await expect(main.getByText(student.name, { exact: true })).toBeVisible()
  }
  await main.getByRole('link', { name: 'View', exact: true }).first().click()
  await expect(page).toHaveURL(/\/reviewer\/review-details\//)
  await page.goBack()
  await main.getByRole('button', { name: 'Start Review' }).first().click()
  await expect(page).toHaveURL(/\/reviewer\/call\//)
})

test('a long list of reviews shows fifty, and the rest on scrolling', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const token = await school.enter(page, 'advisor', '/advisor/reviews-list')
  const { length } = await school.call(listReviews.advisor, { token })
  expect(length).toBeGreaterThan(50)
  // A longer list would not keep all rows in the document.
  expect(length).toBeLessThanOrEqual(100)
  await expect(rows(page, 'Reviews')).toHaveCount(50)
  await page.keyboard.press('End')
  await expect(rows(page, 'Reviews')).toHaveCount(length)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('a list is sorted by clicking anywhere in a heading, and a row opens its review', {
  tag: slowTests,
}, async ({ page, school }) => {
  await school.enter(page, 'advisor', '/advisor/reviews-list')
  const first = rows(page, 'Reviews').first()
  await expect(first).toBeVisible()
  if (!isShownAsCards(page)) {
    const cell = page.getByRole('columnheader', { name: 'status' })
    const { width = 0, height = 0 } = (await cell.boundingBox()) ?? {}
    await cell.click({ position: { x: width - 4, y: height - 4 } })
    await expect(page).toHaveURL('/advisor/reviews-list?sort=status')
    await expect(cell).toHaveAttribute('aria-sort', 'ascending')
  }
  await first.getByText(/^(Not scheduled|Scheduled|Marked)$/).click()
  await expect(page).toHaveURL(/\/advisor\/review-details\//)
})

test('a list of reviews shows person, time and week at every width, and drops columns in a fixed order', {
  tag: [atDesk, slowTests],
}, async ({ page, school }) => {
  for (const role of ['advisor', 'reviewer'] as const) {
    const token = await school.enter(page, role, `/${role}/reviews-list?sort=week`)
    const [first] = await school.call(listReviews[role], { token, query: { sort: 'week' } })
    if (!first) throw new Error('The demo school has no review')
    const { student, week } = first
    const shown: { room: number; names: string[] }[] = []
    for (const width of [640, 700, 768, 820, 1024, 1100, 1200, 1280, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const row = rows(page, 'Reviews').first()
      const table = page.getByRole('table', { name: 'Reviews' })
      const room = () => table.evaluate(({ clientWidth }) => clientWidth)
      const outer = () => table.evaluate(({ parentElement }) => parentElement?.clientWidth)
      await expect.poll(async () => (await outer()) === (await room())).toBe(true)
      await expect(row.getByText(student.name)).toBeVisible()
      const names = await getColumnHeaders(page, 'Reviews')
      const said = names.includes('Week')
        ? formatWeekNumber(week)
        : `Week ${formatWeekNumber(week)}`
      await expect(row.getByText(said)).toBeVisible()
      await expect(row.locator('time').first()).toBeVisible()
      // The heading shows the order or, if it is hidden, the control above the table.
      const order = page.getByRole('combobox', { name: 'Sort' })
      if (names.includes('Week')) await expect(order).toHaveCount(0)
      else await expect(order).toHaveValue('Week, ascending')
      shown.push({ room: await room(), names })
    }
    shown.sort((one, other) => one.room - other.room)
    for (const [index, { names }] of shown.entries()) {
      expect(names).toEqual(expect.arrayContaining(shown[index - 1]?.names ?? []))
    }
  }
})
