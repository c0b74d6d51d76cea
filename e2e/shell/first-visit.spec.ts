import type { Page } from '@playwright/test'
import { roles } from '#contract/roles.ts'
import { demoLogins } from '#contract/school.ts'
import { prefetches } from '#web/prefetches.ts'
import { catchUp, type FirstVisit, visitFirst } from '../judge/first-visit.ts'
import { expect, keepSession, type School, test } from '../kit/school.ts'
import { heading, loginHeading } from '../steps/shell.ts'

/** The most that a first visit may fetch before the screen can be used, in KiB gzip. */
const budgets = { login: 126, home: 190, css: 34, fonts: 60 }

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

/** Nothing was asked for later than in the second step, and nothing twice. */
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

test('a first visit to a login fetches little, in two steps, and the form does not wait for data', async ({
  page,
  school,
}) => {
  const visit = await visitFirst(page, school, '/advisor/login')
  await expect.poll(() => visit.held()).toEqual(expect.arrayContaining(['/school']))
  await catchUp(page, visit)
  await visit.releaseCode()
  await expect(loginHeading(page, 'advisor')).toBeVisible()
  await page.getByLabel('Email').fill(demoLogins.advisor.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await visit.releaseData()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('password is incorrect')
  expectTwoSteps(visit)
  expectSizes(visit, budgets.login)
})

for (const role of roles) {
  const { path, data } = homes[role]

  test(`a first visit to the ${role}’s home fetches little, in two steps, and shows its frame before its data`, async ({
    page,
    school,
  }) => {
    const token = await school.tokenOf(role)
    const visit = await visitFirst(page, school, path, { role, token })
    const first = prefetches.home[role].map(({ address }) => address)
    await expect.poll(() => visit.held()).toEqual(expect.arrayContaining(first))
    await catchUp(page, visit)
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

test.describe('dialogs, menu and live connection', () => {
  const later = /^\/assets\/(overlays|menu|live)-/

  /** Opens a home whose data does not come yet; says what is fetched for later. */
  async function openWaiting({ page, school }: { page: Page; school: School }) {
    await keepSession(page, school.url, 'student', await school.tokenOf('student'))
    // A file is fetched, and then imported out of the browser's cache.
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

  test('are fetched once the first data is there', async ({ page, school }) => {
    // Its clock stands still, however slow the machine: the page must not give its data up.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const { fetched, answer } = await openWaiting({ page, school })
    await expect(async () => {
      await page.clock.runFor(10)
      await expect(heading(page, 'Home')).toBeVisible({ timeout: 200 })
    }).toPass()
    // What waits for time alone gets it.
    await page.clock.runFor(1_500)
    expect(fetched()).toEqual([])
    await page.clock.resume()
    answer()
    await expect.poll(() => fetched().length).toBe(3)
  })

  test('come sooner, as far as the menu needs them, when somebody presses a key', async ({
    page,
    school,
  }) => {
    const { fetched, answer } = await openWaiting({ page, school })
    await expect(heading(page, 'Home')).toBeVisible()
    // The page listens a moment after it is seen.
    await expect(async () => {
      await page.keyboard.press('Tab')
      expect(fetched()).toContainEqual(expect.stringMatching(/^\/assets\/menu-/))
    }).toPass({ timeout: 4_000 })
    answer()
  })
})
