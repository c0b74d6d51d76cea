import type { Page } from '@playwright/test'
import { storageVersion } from '#contract/limits/limits.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { basePath, roles } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'
import { prefetches } from '#web/prefetches.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests, tagUnlessFirst } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { heading, loginHeading } from '../steps/shell.ts'

test.use(withMotion)

// A phone in another time zone than the school, which the page has to show.
test.use({
  viewport: { width: 412, height: 823 },
  hasTouch: true,
  isMobile: true,
  timezoneId: 'UTC',
})

/** The most layout shift while data arrives (0.1 is considered good). */
const shiftMax = 0.01

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[]
  }
}

/** Runs in the page before everything else: records layout shifts. */
function noteShifts() {
  window.shifts = []
  const observer = new PerformanceObserver((seen) => {
    for (const entry of seen.getEntries()) {
      // TypeScript does not know these entries.
      const { value, sources } = entry as PerformanceEntry & {
        value: number
        sources: { node: Node | null }[]
      }
      const moved = sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '')
      window.shifts.push({ value, moved })
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page: waits until everything is rendered. */
async function draw() {
  for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame)
}

/** Opens a screen and lets its replies arrive one by one, in an order that the test chooses. */
async function visitSlowly(page: Page, school: School, path: string, order: string[]) {
  await page.addInitScript(noteShifts)
  const release = new Map<string, () => Promise<void>>()
  const isAwaited = ({ pathname, search }: URL) => order.includes(pathname + search)
  await page.route(isAwaited, (route, request) => {
    const { pathname, search } = new URL(request.url())
    release.set(pathname + search, () => route.continue())
  })
  await page.goto(school.url + path)
  await expect.poll(() => [...release.keys()].sort()).toEqual(order.toSorted())
  return async () => {
    for (const address of order) {
      await page.evaluate(draw)
      const arrived = page.waitForResponse(school.url + address)
      await release.get(address)?.()
      await arrived
    }
    await page.evaluate(draw)
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    await page.evaluate(draw)
    const shifts = await page.evaluate(() => window.shifts)
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    expect(sum, JSON.stringify(shifts)).toBeLessThan(shiftMax)
  }
}

test('a login does not shift when the demo credentials arrive', async ({ page, school }) => {
  const order = prefetches.login.map(({ address }) => address)
  const letDataCome = await visitSlowly(page, school, '/login', order)
  await expect(loginHeading(page, 'student')).toBeVisible()
  await letDataCome()
})

for (const role of roles) {
  const asked = prefetches.home[role].map(({ address }) => address)
  for (const order of asked.length > 1 ? [asked, asked.toReversed()] : [asked]) {
    const which = order === asked ? 'in the order it was asked for' : 'the other way round'
    test(
      `the ${role}’s home does not shift when its data arrives, ${which}`,
      order === asked ? tagUnlessFirst('advisor', role) : { tag: slowTests },
      async ({ page, school }) => {
        const state = { token: await school.tokenOf(role) }
        const stored = JSON.stringify({ state, version: storageVersion })
        await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
          role,
          stored,
        ] as const)
        const letDataCome = await visitSlowly(page, school, basePath[role] || '/', order)
        await expect(heading(page, 'Home')).toBeVisible()
        await letDataCome()
      },
    )
  }
}

test('a login does not shift when its font arrives late', async ({ page, school }) => {
  await page.addInitScript(noteShifts)
  const font = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await font.promise
    await route.continue()
  })
  // The load event waits for the font.
  await page.goto(`${school.url}/advisor/login`, { waitUntil: 'commit' })
  await expect(page.getByText('The demo credentials are filled in')).toBeVisible()
  await page.evaluate(draw)
  const isInter = () => document.fonts.check("14px 'Inter Variable'")
  expect(await page.evaluate(isInter)).toBe(false)
  const before = await page.evaluate(() => window.shifts.length)
  font.resolve()
  await expect.poll(() => page.evaluate(isInter)).toBe(true)
  await page.evaluate(draw)
  const shifts = await page.evaluate((from) => window.shifts.slice(from), before)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts)).toBeLessThan(shiftMax)
})

test('a review’s header does not shift when its name, status and action arrive', {
  tag: slowTests,
}, async ({ page, school }) => {
  const token = await school.enter(page, 'advisor')
  const [review] = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  if (!review) throw new Error('No review waits for a slot')
  const order = [`/advisor/review-list?id=${review._id}`]
  const path = paths.reviewDetails('advisor', review._id)
  const letDataCome = await visitSlowly(page, school, path, order)
  await expect(heading(page, 'Review Details')).toBeVisible()
  await letDataCome()
  await expect(page.getByRole('link', { name: 'Book slot' })).toBeVisible()
})
