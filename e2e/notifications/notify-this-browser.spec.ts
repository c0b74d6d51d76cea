import type { Worker } from '@playwright/test'
import { countUnreadNotifications } from '#contract/notifications/list.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { findAxeViolations } from '../checks/appearance.ts'
import { expect } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { pushTo, subscribeAt, test } from '../kit/with-push-service.ts'
import { bookWithRita } from '../steps/schools/booked-with-rita.ts'

type Shown = { title: string; options: NotificationOptions; isOpen: boolean }
type Registration = {
  showNotification: (title: string, options?: NotificationOptions) => Promise<void>
  getNotifications: () => Promise<{ close: () => void }[]>
}
type Scope = { registration: Registration; shown: Shown[] }

/** Records what the service worker shows, because a headless browser cannot show it. */
const noteShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    scope.registration.showNotification = async (title, options = {}) => {
      scope.shown.push({ title, options, isOpen: true })
    }
    scope.registration.getNotifications = async () =>
      scope.shown.map((one) => ({
        close: () => {
          one.isOpen = false
        },
      }))
  })

const shownBy = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Scope).shown)

test('notifications reach a browser with push, unless its person is looking at the page', {
  tag: slowTests,
}, async ({ page, context, school, pushService }) => {
  const { review } = await bookWithRita(school)
  const token = await school.enter(page, 'student')
  await subscribeAt(pushService, page, { school, role: 'student', token })
  const [worker] = await Promise.all([
    context.waitForEvent('serviceworker'),
    page.goto(`${school.url}/notice-settings`),
  ])
  await noteShown(worker)
  await page.getByRole('checkbox', { name: 'Notify me in this browser' }).click()
  await expect(
    page.getByText('You get notifications here while you are not looking at this page'),
  ).toBeVisible()

  const body = { value: { reviewId: review._id, reason: 'I am ill' } }
  await school.call(cancelBooking.advisor, { token: await school.tokenOf('advisor'), body })
  const [message] = await pushService.received(1)
  const pushed = message?.pushed
  expect(pushed).toMatchObject({ role: 'student', path: `/review-details/${review._id}` })

  const refreshed = page.waitForRequest(`**${countUnreadNotifications.student.path}`)
  await pushTo(page, pushed)
  await refreshed
  // Safari insists on a notification.
  const closed = { options: { silent: true }, isOpen: false }
  await expect.poll(() => shownBy(worker)).toMatchObject([closed])

  await page.goto(`${school.url}/icon.svg`)
  await pushTo(page, pushed)
  const options = { body: pushed?.text, data: pushed?.path, tag: pushed?.id }
  await expect
    .poll(() => shownBy(worker))
    .toMatchObject([closed, { title: 'Weekward', options, isOpen: true }])
})

test('an unreachable page says so and opens once it is reachable', { tag: slowTests }, async ({
  page,
  context,
  school,
}) => {
  await school.enter(page, 'student')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await school.setOffline(context, true)
  await page.goto(`${school.url}/manifest`)
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await school.setOffline(context, false)
  await expect(page.getByRole('heading', { name: 'Manifest' })).toBeVisible()
})
