import type { Page } from '@playwright/test'
import { getPushKey } from '#contract/notifications/delivery/push.ts'
import type { Role } from '#contract/roles.ts'
import { startPushService } from '#test/push/push-service.ts'
import { test as base, type School } from './school.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

/** A school with a push service for the test. Pages may have a service worker. */
export const test = base.extend<{ pushService: PushService }>({
  // Playwright finds out what a fixture needs from the names in this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: it needs nothing
  pushService: async ({}, use) => {
    const service = await startPushService()
    await use(service)
    await service.stop()
  },
  settings: async ({ pushService }, use) => use({ PUSH_TEST_ORIGIN: pushService.origin }),
  serviceWorkers: 'allow',
})

/**
 * Makes a page subscribe at the test's push service, because the browser's is unreachable, and
 * grants the permission, which headless browsers always deny. Everything else is the browser's.
 */
export async function subscribeAt(
  service: PushService,
  page: Page,
  { school, role, token }: { school: School; role: Role; token: string },
): Promise<void> {
  const { key } = await school.call(getPushKey[role], { token })
  const subscription = service.subscribe('browser', key)
  await page.addInitScript(
    (given) => {
      let current: unknown = null
      let permission = 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => {
        permission = 'granted'
        return 'granted'
      }
      const subscribed = {
        toJSON: () => given,
        unsubscribe: async () => {
          current = null
          return true
        },
      }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current,
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          if (applicationServerKey !== given.key) throw new Error('another key')
          current = subscribed
          return current
        },
      })
    },
    { ...subscription, key },
  )
}

/** Delivers a message to the page's service worker, as the browser's push service would. */
export async function pushTo(page: Page, data: unknown): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const there = registrations.find(({ isDeleted }) => !isDeleted)
      if (there) resolve(there.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: JSON.stringify(data),
  })
  await devtools.detach()
}
