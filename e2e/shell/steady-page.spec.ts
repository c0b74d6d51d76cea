import type { Page } from '@playwright/test'
import { storageVersion } from '#contract/limits.ts'
import { listReviews } from '#contract/reviews.ts'
import { basePath, roles } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'
import { prefetches } from '#web/prefetches.ts'
import { withMotion } from '../kit/motion.ts'
import { expect, type School, test } from '../kit/school.ts'
import { onceAs } from '../kit/tags.ts'
import { heading, loginHeading } from '../steps/shell.ts'

test.use(withMotion)

// A telephone in a zone that is not the school's, which the page has to say.
test.use({
  viewport: { width: 412, height: 823 },
  hasTouch: true,
  isMobile: true,
  timezoneId: 'UTC',
})

/** What moves on the screen while its data comes in, as browsers count it (0.1 is held for good). */
const shiftMax = 0.01

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[]
  }
}

/** In the page, before all else: notes what moves. */
function noteShifts() {
  window.shifts = []
  const observer = new PerformanceObserver((seen) => {
    for (const entry of seen.getEntries()) {
      // TypeScript knows nothing of these entries.
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

/** In the page: what has come by now is drawn. */
async function draw() {
  for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame)
}

/** Goes there and lets what the screen asks for arrive one by one, in an order of the test's own. */
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

test('a login stays in place when the demo credentials come', async ({ page, school }) => {
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
      `the ${role}’s home stays in place when its data comes, ${which}`,
      onceAs('advisor', role),
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

test('a login stays in place when its font comes late', async ({ page, school }) => {
  await page.addInitScript(noteShifts)
  const font = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await font.promise
    await route.continue()
  })
  // Its document counts as loaded only once the font is there.
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

test('a review’s header stays in place when its name, its state and its action come', async ({
  page,
  school,
}) => {
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
