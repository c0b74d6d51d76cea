import type { Page, WebSocketRoute } from '@playwright/test'
import { changedEvent } from '#contract/kit/socket.ts'
import { listPeople } from '#contract/people.ts'
import { expect, type School, test } from '../kit/school.ts'
import { atLength } from '../kit/tags.ts'
import { rows, scrollToRow, standsAsCards } from '../steps/lists.ts'
import { addManyStudents } from '../steps/schools/many-students.ts'

const many = 300

/** The students' list of a large school, and how many there are in all. */
async function enterLargeSchool(page: Page, school: School): Promise<number> {
  addManyStudents(school, many)
  const token = await school.enter(page, 'admin', '/admin/student-list')
  const students = await school.call(listPeople.student, { token })
  await expect(rows(page, 'students').first()).toBeVisible()
  return students.length
}

const row = (page: Page, name: string) => rows(page, 'students').filter({ hasText: name })
const lastName = `Zyta ${String(many).padStart(5, '0')}`

test('a long list goes on by itself while one scrolls, with few of its rows on the page', async ({
  page,
  school,
}) => {
  const count = await enterLargeSchool(page, school)
  await expect(rows(page, 'students')).toHaveCount(50)
  await scrollToRow(page, lastName)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expect(row(page, lastName)).toBeVisible()
  // The heading is a row too; a card has a place of its own.
  if (!standsAsCards(page)) {
    await expect(row(page, lastName)).toHaveAttribute('aria-rowindex', String(count + 1))
  }
  expect(await rows(page, 'students').count()).toBeLessThan(60)

  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(rows(page, 'students').first()).toBeInViewport()
  await expect(row(page, lastName)).toHaveCount(0)
})

test('a long list goes on also when it is asked for again the moment more is on its way', {
  tag: atLength,
}, async ({ page, school }) => {
  const { promise: line, resolve } = Promise.withResolvers<WebSocketRoute>()
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      socket.send(message)
      // Before the server has let it in, the page hears nothing.
      if (String(message).startsWith('40')) resolve(socket)
    })
  })
  await page.clock.install()
  await enterLargeSchool(page, school)
  const server = await line
  await page.waitForLoadState('networkidle')

  // The page's own clock stands still: it draws nothing of what happens between the two.
  await page.clock.pauseAt(Date.now() + 1_000)
  school.pause()
  const more = page.waitForRequest(/all-student.*cursor=/)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await more
  const again = page.waitForRequest(/all-student(?!.*cursor=)/)
  server.send(`42${JSON.stringify([changedEvent.name, { what: 'reviews' }])}`)
  await again
  school.resume()
  await page.clock.resume()
  await scrollToRow(page, lastName)
})

test('a screen reader is told how long a long list is, and which row is which', {
  tag: atLength,
}, async ({ page, school }) => {
  const count = await enterLargeSchool(page, school)
  await scrollToRow(page, lastName)
  const last = row(page, lastName)
  const table = page.getByRole('table', { name: 'students' })
  // The heading is the first row of a table.
  if ((await table.count()) > 0) {
    await expect(table).toHaveAttribute('aria-rowcount', String(count + 1))
    await expect(last).toHaveAttribute('aria-rowindex', String(count + 1))
  } else {
    await expect(last).toHaveAttribute('aria-setsize', String(count))
    await expect(last).toHaveAttribute('aria-posinset', String(count))
  }
})

test('the focus stays in its row, however far one scrolls, and goes on to the next', async ({
  page,
  school,
}) => {
  await enterLargeSchool(page, school)
  const name = 'Zyta 00150'
  await scrollToRow(page, name)
  const more = page.getByRole('button', { name: `More for ${name}` })
  await more.focus()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(rows(page, 'students').first()).toBeInViewport()
  await expect(more).toBeFocused()
  await page.keyboard.press('Tab')
  const next = standsAsCards(page)
    ? page.getByRole('link', { name: 'Zyta 00151' })
    : page.getByRole('checkbox', { name: 'Select Zyta 00151' })
  await expect(next).toBeFocused()
  await expect(next).toBeInViewport()
})
