import type { Locator, Page } from '@playwright/test'
import { changedEvent } from '#contract/kit/socket-event.ts'
import { getProfile } from '#contract/people/profile.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { toast } from '../steps/actions.ts'
import { goTo, heading } from '../steps/shell.ts'

/** Goes where the next click requests data that the page does not have. */
async function openManifest(page: Page, school: School): Promise<Locator> {
  await school.enter(page, 'student', '/manifest')
  // Loads the code of the next screen, so that only its data can be missing.
  await page.getByRole('link', { name: 'Week 01' }).click()
  await expect(page.getByRole('region', { name: 'Mark' })).toBeVisible()
  await goTo(page, 'Manifest')
  return page.getByRole('link', { name: 'Week 02' })
}

/** Resolves once the server has accepted the page's socket. */
async function getConnection(page: Page): Promise<unknown> {
  const socket = await page.waitForEvent('websocket')
  return socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40{'))
}

test('a call to a hanging server times out after six seconds and can be retried', {
  tag: slowTests,
}, async ({ page, school }) => {
  const review = await openManifest(page, school)
  const gaveUp = toast(page, 'Request timed out after 3 seconds')
  // Error messages are loaded after the screen.
  await page.waitForLoadState('networkidle')
  school.pause()
  const asked = Date.now()
  await review.click()
  await expect(heading(page, 'Review Details')).toBeVisible()
  await expect(gaveUp).toBeVisible()
  const waited = Date.now() - asked
  expect(waited).toBeGreaterThanOrEqual(5_900)
  expect(waited).toBeLessThan(9_000)
  await expect(page.getByText('This could not be loaded')).toBeVisible()
  school.resume()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Mark' })).toBeVisible()
})

test('a list times out once: a late connection does not request it again', {
  tag: slowTests,
}, async ({ page, school }) => {
  // The school was set up moments ago: without that news, only the connection could ask again.
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!message.includes(`"${changedEvent.name}"`)) socket.send(message)
    })
  })
  let asked = 0
  await page.route(/\/manifest\?/, () => {
    asked += 1
  })
  const connected = getConnection(page)
  await school.enter(page, 'student', '/manifest')
  await expect(toast(page, 'Request timed out after 3 seconds')).toBeVisible()
  await expect(toast(page, 'The server did not respond. Try again.')).toBeVisible()
  await connected
  await page.route(/\/manifest\?/, (route) => {
    asked += 1
    return route.fulfill({ status: 500, json: { message: 'Something went wrong' } })
  })
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.click()
  // The server has replied, so the connection is not to blame.
  const said = page.getByRole('main').getByText('Something went wrong', { exact: true })
  await expect(said).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Check your connection')
  expect(asked).toBe(2)
  await page.unroute(/\/manifest\?/)
  await retry.click()
  await expect(page.getByRole('link', { name: 'Week 01' })).toBeVisible()
})

test('an unreachable server shows an error at the top right for five seconds and can be retried', {
  tag: slowTests,
}, async ({ page, school }) => {
  const review = await openManifest(page, school)
  const error = page.getByRole('alert').filter({ has: page.getByText('error', { exact: true }) })
  await school.stop()
  await review.click()
  await expect(error).toBeVisible()
  const shown = Date.now()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const place = (await error.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const getRight = async () => {
    const { x, width } = (await error.boundingBox()) ?? place
    return x + width
  }
  if (width >= 1200) {
    // On the right half of the bar, beside its buttons, and not over the screen, once it has slid
    // in.
    const find = await page.getByRole('button', { name: 'Find anything' }).boundingBox()
    await expect.poll(getRight).toBeLessThanOrEqual(find?.x ?? 0)
    expect(await getRight()).toBeGreaterThan(width / 2)
    expect(place.y + place.height).toBeLessThan(80)
  } else {
    expect(place.y + place.height).toBeGreaterThan(height - 16)
  }
  await expect(error).toContainText('The server could not be reached. Check your connection.')
  await expect(error).toBeHidden()
  const stayed = Date.now() - shown
  expect(stayed).toBeGreaterThan(4_000)
  expect(stayed).toBeLessThan(8_000)

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(error).toBeVisible()
  await school.startAgain()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Mark' })).toBeVisible()
  await expect(page.getByText('This could not be loaded')).toBeHidden()
})

test('a change that fails keeps what was typed', { tag: slowTests }, async ({ page, school }) => {
  await school.enter(page, 'student', '/profile')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Address').fill('7 Harbour Road, Bergen')
  // Error messages are loaded after the screen.
  await page.waitForLoadState('networkidle')
  await school.stop()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('error', { exact: true })).toBeVisible()
  await school.startAgain()
  await expect(page.getByLabel('Address')).toHaveValue('7 Harbour Road, Bergen')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile update successfully.', { exact: true })).toBeVisible()
})

test('a change made while offline fails at once and is not sent later', async ({
  page,
  school,
  context,
}) => {
  const token = await school.enter(page, 'student', '/profile')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Address').fill('7 Harbour Road, Bergen')
  // Error messages are loaded after the screen.
  await page.waitForLoadState('networkidle')
  const answers: string[] = []
  page.on('response', (reply) => {
    if (reply.request().method() !== 'GET') answers.push(reply.url())
  })
  await school.setOffline(context, true)
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  const said = page.getByRole('alert').filter({ hasText: 'The server could not be reached.' })
  await expect(said).toBeVisible()
  await school.setOffline(context, false)
  // The page's own retries have started before this request is answered.
  await page.evaluate(() => fetch('/school').then((reply) => reply.text()))
  expect((await school.call(getProfile.student, { token })).address).not.toMatch(/^7 Harbour/)
  await save.click()
  await expect(page.getByText('Profile update successfully.', { exact: true })).toBeVisible()
  expect(answers).toHaveLength(1)
})

test('a change whose reply was lost is made once, however often it is retried', async ({
  page,
  school,
}) => {
  await school.enter(page, 'admin', '/admin/add-user')
  const person = page.getByRole('region', { name: 'ADD USER' })
  await person.getByLabel('Name').fill('Nova Lindgren')
  await person.getByLabel('Email').fill('nova@school.test')
  await page.route('**/admin/add-student', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const add = person.getByRole('button', { name: 'Add user' })
  await add.click()
  await expect(page.getByText('error', { exact: true })).toBeVisible()
  await page.unroute('**/admin/add-student')
  await add.click()
  await expect(page.getByText('User added successfully.')).toBeVisible()
})

test('a screen that crashes says so, with message and stack, and leads home', async ({
  page,
  school,
  complaints,
}) => {
  await school.enter(page, 'advisor', '/advisor')
  await expect(heading(page, 'Home')).toBeVisible()
  const broken = { contentType: 'text/javascript', body: "throw new Error('This is broken')" }
  await page.route('**/assets/reviews-list-page-*.js', (route) => route.fulfill(broken))
  await goTo(page, 'Reviews List')
  await expect(heading(page, 'Unexpected Application Error!')).toBeVisible()
  await expect(page.getByRole('paragraph').filter({ hasText: 'This is broken' })).toBeVisible()
  await expect(page.locator('pre')).toContainText('Error: This is broken')
  expect(complaints.splice(0).join()).toContain('This is broken')
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(page).toHaveURL(/\/advisor$/)
  await expect(heading(page, 'Home')).toBeVisible()
})

test('a missing file of the version that the server serves is an error as well', {
  tag: slowTests,
}, async ({ page, school, complaints }) => {
  await school.enter(page, 'student')
  await expect(heading(page, 'Home')).toBeVisible()
  await page.route('**/assets/course-page-*.js', (route) => route.fulfill({ status: 404 }))
  await goTo(page, 'Manifest')
  await expect(heading(page, 'Unexpected Application Error!')).toBeVisible()
  expect(complaints.splice(0).join()).toContain('The server has no assets/course-page-')
})
