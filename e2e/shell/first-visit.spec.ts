import type { Page } from '@playwright/test'
import { roles } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { prefetches } from '#web/prefetches.ts'
import {
  type FirstVisit,
  recordRequests,
  startFirstVisit,
  storeSessionWithoutLoading,
  waitUntilRequestsSeen,
} from '../checks/staged-first-visit.ts'
import { expect, type School, storeSession, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading, loginHeading } from '../steps/shell.ts'

/** The most a first visit may load before the screen is usable, in KiB gzip. */
const budgets = { login: 122, home: 189, css: 35, fonts: 60 }

const homes = {
  student: { path: '/', data: (page: Page) => page.getByRole('link', { name: /Weekly Task/ }) },
  advisor: {
    path: '/advisor',
    data: (page: Page) => page.getByRole('region', { name: 'To schedule' }).getByRole('listitem'),
  },
  reviewer: {
    path: '/reviewer',
    data: (page: Page) => page.getByRole('heading', { name: 'Next Review' }),
  },
  admin: {
    path: '/admin',
    data: (page: Page) => page.getByText(/wait for a slot/),
  },
}

/** Nothing was requested after the second step, and nothing twice. */
function expectTwoSteps(visit: FirstVisit) {
  const asked = visit.asked()
  expect([...visit.named, ...visit.held()]).toEqual(expect.arrayContaining(asked))
  expect(asked.length).toBe(new Set(asked).size)
}

function expectSizes(visit: FirstVisit, budget: number) {
  const { js, css, woff2 } = visit.sizes()
  const description = `${js.toFixed(1)} KiB of JavaScript, ${css.toFixed(1)} of CSS, gzip, ${woff2.toFixed(1)} of fonts`
  test.info().annotations.push({ type: 'fetched', description })
  expect(js, description).toBeLessThanOrEqual(budget)
  expect(css, description).toBeLessThanOrEqual(budgets.css)
  expect(woff2, description).toBeGreaterThan(0)
  expect(woff2, description).toBeLessThanOrEqual(budgets.fonts)
}

test('a first visit to a login loads little, in two steps, and the form does not wait for data', async ({
  page,
  school,
}) => {
  const visit = await startFirstVisit(page, school, '/advisor/login')
  await expect.poll(() => visit.held()).toEqual(expect.arrayContaining(['/school']))
  await waitUntilRequestsSeen(page, visit)
  await visit.releaseCode()
  await expect(loginHeading(page, 'advisor')).toBeVisible()
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  expectTwoSteps(visit)
  expectSizes(visit, budgets.login)
  await page.getByLabel('Email').fill(demoLogins.advisor.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await visit.releaseData()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('password is incorrect')
})

for (const role of roles) {
  const { path, data } = homes[role]

  test(`a first visit to the ${role}’s home loads little, in two steps, and shows its frame before its data`, async ({
    page,
    school,
  }) => {
    const token = await school.tokenOf(role)
    const visit = await startFirstVisit(page, school, path, { role, token })
    const first = prefetches.home[role].map(({ address }) => address)
    await expect.poll(() => visit.held()).toEqual(expect.arrayContaining(first))
    await waitUntilRequestsSeen(page, visit)
    await visit.releaseCode()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(heading(page, 'Home')).toBeVisible()
    await expect(data(page)).toHaveCount(0)
    await visit.releaseData()
    await expect(data(page).first()).toBeVisible()
    expectTwoSteps(visit)
    expectSizes(visit, budgets.home)
  })
}

/** The most a home may load in its first seconds without interaction. */
const firstSeconds = { count: 3, kib: 300, calls: 10 }

for (const role of roles) {
  test(`the ${role}’s home loads little in its first seconds and has its figures then`, async ({
    page,
    school,
  }) => {
    const { path, data } = homes[role]
    await storeSessionWithoutLoading(page, { role, token: await school.tokenOf(role) })
    // The clock only advances once everything requested is there, as on a fast network.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const wire = await recordRequests(page)
    await page.goto(school.url + path)
    for (let ms = 0; ms < firstSeconds.count * 1_000; ms += 50) {
      await page.clock.runFor(50)
      await expect.poll(() => wire.unanswered()).toBe(0)
    }
    await expect(data(page).first()).toBeVisible()
    const fetched = wire.fetched()
    const sum = (fetched.reduce((total, { bytes }) => total + bytes, 0) / 1024).toFixed(1)
    const calls = fetched.filter(({ isCall }) => isCall)
    const description = `${sum} KiB, ${fetched.length - calls.length} files, ${calls.length} calls`
    const lines = fetched.map(({ address, bytes, by }) => `${bytes} ${address} (${by})`)
    process.stdout.write(`${[`${role}’s home: ${description}`, ...lines].join('\n')}\n`)
    expect.soft(Number(sum), description).toBeLessThanOrEqual(firstSeconds.kib)
    expect.soft(calls.length, description).toBeLessThanOrEqual(firstSeconds.calls)
  })
}

test.describe('dialogs, menu and live connection', () => {
  /** Opens a home whose data is held back. Returns what is loaded for later. */
  async function openWaiting({
    page,
    school,
    later = /^\/assets\/(overlays|menu|live)-/,
  }: {
    page: Page
    school: School
    later?: RegExp
  }) {
    await storeSession(page, school.url, 'student', await school.tokenOf('student'))
    // A file is preloaded, and then imported from the browser's cache.
    const files = new Set<string>()
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname
      if (later.test(path)) files.add(path)
    })
    const data = Promise.withResolvers<void>()
    await page.route('**/home', async (route) => {
      await data.promise
      await route.continue()
    })
    await page.goto(school.url)
    return { fetched: () => [...files], answer: data.resolve }
  }

  test('wait until the first data is there, and then until the page is idle', async ({
    page,
    school,
  }) => {
    // The clock stands still, so that no call times out on a slow machine.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal
    })
    const { fetched, answer } = await openWaiting({ page, school })
    const runUntil = (isSo: () => Promise<void>) =>
      expect(async () => {
        await page.clock.runFor(10)
        await isSo()
      }).toPass()
    await runUntil(() => expect(heading(page, 'Home')).toBeVisible({ timeout: 200 }))
    // Runs everything that only waits for time.
    await page.clock.fastForward(20_000)
    expect(fetched()).toEqual([])
    answer()
    await runUntil(() => expect(homes.student.data(page)).toBeVisible({ timeout: 200 }))
    await page.clock.runFor(1_500)
    expect(fetched()).toEqual([])
    await page.clock.runFor(3_500)
    await expect.poll(fetched).toEqual([expect.stringMatching(/live-/)])
    await page.clock.runFor(7_000)
    await expect.poll(() => fetched().length).toBe(3)
  })

  test('a screen’s code is loaded when the pointer is over its link', { tag: slowTests }, async ({
    page,
    school,
  }) => {
    const { fetched, answer } = await openWaiting({
      page,
      school,
      later: /^\/assets\/own-weekly-tasks-page-/,
    })
    answer()
    await expect(homes.student.data(page)).toBeVisible()
    expect(fetched()).toEqual([])
    await homes.student.data(page).hover()
    await expect.poll(() => fetched().length).toBe(1)
    await expect(heading(page, 'Home')).toBeVisible()
  })

  test('are loaded sooner, as far as the menu needs them, when a key is pressed', {
    tag: slowTests,
  }, async ({ page, school }) => {
    const { fetched, answer } = await openWaiting({ page, school })
    await expect(heading(page, 'Home')).toBeVisible()
    // The page listens shortly after it is visible.
    await expect(async () => {
      await page.keyboard.press('Tab')
      expect(fetched()).toContainEqual(expect.stringMatching(/^\/assets\/menu-/))
    }).toPass({ timeout: 4_000 })
    answer()
  })
})
