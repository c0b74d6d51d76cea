import type { Page } from '@playwright/test'
import { launchOptions } from '../kit/browser-options.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { answer } from '../steps/actions.ts'
import { goTo, heading, isNarrow, openSidebar } from '../steps/shell.ts'

// Most browsers cache a failed module import. Chromium stopped doing so recently, and does again
// with this option.
const remember = '--disable-features=ModuleMapDoNotCacheFailedFetch'
test.use({ launchOptions: { ...launchOptions, args: [...launchOptions.args, remember] } })

/**
 * Makes the server serve another version, without any file of the old one, until the page is
 * reloaded.
 */
async function releaseWithout(page: Page, file: string): Promise<void> {
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route(`**/assets/${file}-*.js`, (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  )
  const newPage = '<script type="module" src="/assets/start-new.js"></script>'
  await page.route('**/index.html', (route) =>
    isOld ? route.fulfill({ body: newPage }) : route.continue(),
  )
}

/** Starts editing the profile and changing the password. */
async function typeHalf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Address').fill('7 Harbour Road')
}

/** Loads the code of a phone's menu, which is needed to go anywhere and comes after the screen. */
async function loadMenu(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  if (!isNarrow(page)) return
  const sidebar = await openSidebar(page)
  await expect(sidebar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sidebar).toBeHidden()
}

/** The text a screen shows below its name. */
const lineDown = (page: Page) => page.getByRole('main').getByText('No connection')

/** Records what each screen shows where the reloaded page can read it. */
async function noteScreens(page: Page): Promise<void> {
  await page.evaluate(() => {
    const note = () => {
      const said = document.querySelector('main')?.innerText
      if (said?.includes('There is a new version')) sessionStorage.setItem(said, 'shown')
    }
    new MutationObserver(note).observe(document, { childList: true, subtree: true })
  })
}

test('the live connection recovers when its code failed to load', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const late = '**/assets/live-*.js'
  await page.route(late, (route) => route.abort())
  await school.enter(page, 'student', '/profile')
  const failed = page.waitForEvent('requestfailed', (one) => /\/live-/.test(one.url()))
  await typeHalf(page)
  await failed
  const connected = page.waitForEvent('websocket')
  await page.unroute(late)
  await connected
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile update successfully.', { exact: true })).toBeVisible()
})

test('a screen opened while offline says so and continues once online', { tag: slowTests }, async ({
  page,
  school,
  context,
}) => {
  await school.enter(page, 'student')
  await expect(heading(page, 'Home')).toBeVisible()
  await loadMenu(page)
  await school.setOffline(context, true)
  await goTo(page, 'Manifest')
  await expect(heading(page, 'Manifest')).toBeFocused()
  await expect(lineDown(page)).toBeVisible()
  await expect(page).toHaveURL(/\/manifest$/)
  await school.setOffline(context, false)
  await expect(page.getByRole('link', { name: 'Week 01' })).toBeVisible()
  await expect(lineDown(page)).toBeHidden()
})

test('a screen whose code the server lacks says that the connection is fine, and can be retried', {
  tag: slowTests,
}, async ({ page, school }) => {
  await school.enter(page, 'student')
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/course-page-*.js', (route) => route.fulfill({ status: 500 }))
  await goTo(page, 'Manifest')
  await expect(heading(page, 'Manifest')).toBeFocused()
  await expect(page.getByText('Server error')).toBeVisible()
  await page.unroute('**/assets/course-page-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Week 01' })).toBeVisible()
})

test('a person who goes elsewhere while a screen cannot be loaded stays there', {
  tag: slowTests,
}, async ({ page, school, context }) => {
  await school.enter(page, 'student')
  await expect(heading(page, 'Home')).toBeVisible()
  await loadMenu(page)
  await school.setOffline(context, true)
  await goTo(page, 'Manifest')
  await expect(lineDown(page)).toBeVisible()
  await goTo(page, 'Home')
  const fetched = page.waitForEvent('requestfinished', (one) => /course-page/.test(one.url()))
  await school.setOffline(context, false)
  await goTo(page, 'Manifest')
  await fetched
  await expect(heading(page, 'Manifest')).toBeVisible()
})

test('a page that cannot load its files says so and continues once it can', {
  tag: slowTests,
}, async ({ page, school }) => {
  await page.route('**/assets/app-*.js', (route) => route.abort())
  await school.enter(page, 'student')
  await expect(heading(page, 'No connection')).toBeVisible()
  await page.unroute('**/assets/app-*.js')
  await expect(heading(page, 'Home')).toBeVisible()
})

test('a screen of an outdated version reloads the page and keeps what was typed, except passwords', async ({
  page,
  school,
}) => {
  await school.enter(page, 'student', '/profile')
  await typeHalf(page)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Old password').fill('a secret of mine')
  await page.getByRole('button', { name: 'Show what you type' }).first().click()
  await releaseWithout(page, 'course-page')
  await noteScreens(page)
  await goTo(page, 'Manifest')
  await answer(page, 'Your changes are not saved and will be lost.', 'Leave')
  await expect(page.getByRole('link', { name: 'Week 01' })).toBeVisible()
  await expect(page).toHaveURL(/\/manifest$/)
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
  expect(stored).toContain('There is a new version')
  expect(stored).toContain('7 Harbour Road')
  expect(stored).not.toContain('a secret of mine')
  await goTo(page, 'Profile')
  await expect(page.getByLabel('Address')).toHaveValue('7 Harbour Road')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Harbour')
})

test('parts of an outdated version interrupt nobody: the new version is loaded when it is needed', {
  tag: slowTests,
}, async ({ page, school }) => {
  await school.enter(page, 'student', '/profile')
  await releaseWithout(page, 'live')
  await typeHalf(page)
  await expect(page.getByText('There is a new version of this page')).toBeVisible()
  await expect(page.getByLabel('Address')).toBeFocused()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('There is a new version of this page')).toBeHidden()
  await expect(page.getByLabel('Address')).toHaveValue('7 Harbour Road')
})
