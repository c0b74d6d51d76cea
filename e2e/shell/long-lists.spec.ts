import type { Page, WebSocketRoute } from '@playwright/test'
import { changedEvent } from '#contract/kit/socket-event.ts'
import { listPeople } from '#contract/people/people.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { isShownAsCards, rows, scrollToRow } from '../steps/lists.ts'
import { addManyStudents } from '../steps/schools/many-students.ts'

const many = 120

/** The students' list of a large school, and its length. */
async function enterLargeSchool(page: Page, school: School): Promise<number> {
  addManyStudents(school, many)
  const token = await school.enter(page, 'admin', '/admin/student-list')
  const students = await school.call(listPeople.student, { token })
  await expect(rows(page, 'students').first()).toBeVisible()
  return students.length
}

const row = (page: Page, name: string) => rows(page, 'students').filter({ hasText: name })
const lastName = `Zyta ${String(many).padStart(5, '0')}`

test('a long list loads more on scrolling and keeps few rows in the document', async ({
  page,
  school,
}) => {
  const count = await enterLargeSchool(page, school)
  await expect(rows(page, 'students')).toHaveCount(50)
  await scrollToRow(page, lastName)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expect(row(page, lastName)).toBeVisible()
  // The heading is a row as well, and cards have positions of their own.
  if (!isShownAsCards(page)) {
    await expect(row(page, lastName)).toHaveAttribute('aria-rowindex', String(count + 1))
  }
  expect(await rows(page, 'students').count()).toBeLessThan(60)

  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(rows(page, 'students').first()).toBeInViewport()
  await expect(row(page, lastName)).toHaveCount(0)
})

test('a long list continues when it is refetched while the next page is loading', {
  tag: slowTests,
}, async ({ page, school }) => {
  const { promise: line, resolve } = Promise.withResolvers<WebSocketRoute>()
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      socket.send(message)
      // Until the server has accepted it, the socket receives nothing.
      if (String(message).startsWith('40')) resolve(socket)
    })
  })
  await page.clock.install()
  await enterLargeSchool(page, school)
  const server = await line
  await page.waitForLoadState('networkidle')

  // The page's clock stands still, so that nothing is rendered in between.
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

test('screen readers get the length of a long list and the position of each row', {
  tag: slowTests,
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

test('the focus stays in its row on scrolling, and moves on to the next', {
  tag: slowTests,
}, async ({ page, school }) => {
  await enterLargeSchool(page, school)
  const name = 'Zyta 00020'
  await scrollToRow(page, name)
  const more = page.getByRole('button', { name: `More for ${name}` })
  await more.focus()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(rows(page, 'students').first()).toBeInViewport()
  await expect(more).toBeFocused()
  await page.keyboard.press('Tab')
  const next = isShownAsCards(page)
    ? page.getByRole('link', { name: 'Zyta 00021' })
    : page.getByRole('checkbox', { name: 'Select Zyta 00021' })
  await expect(next).toBeFocused()
  await expect(next).toBeInViewport()
})
