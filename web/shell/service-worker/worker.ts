import type { PushPayload } from '#contract/notifications/delivery/push.ts'

// Shows push notifications, and an offline page while the server cannot be reached. It caches
// nothing of the page. The build turns it into one script without imports.

/** The document `offline.html` and its content security policy, inserted by the build. */
declare const offline: { page: string; policy: string }
/** The contract's constant, inserted by the build. */
declare const openedNoticeParam: string

declare const self: ServiceWorkerGlobalScope

/** How long a visible page has to answer, in ms. */
const answerWithinMs = 1_000

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(begin()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(answer(event))
})
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNotification(event.data.json()))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data, event.notification.tag))
})

async function begin(): Promise<void> {
  // Navigations are requested while the worker starts.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** The server's page, or the offline page. */
async function answer({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const preloaded = await preloadResponse
    // Firefox resolves with an error response where others reject.
    return preloaded && preloaded.type !== 'error' ? preloaded : await fetch(request)
  } catch {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': offline.policy,
    }
    return new Response(offline.page, { status: 503, headers })
  }
}

/**
 * Shows a notification. Where an open, visible page shows it in its bell, it is silent and closed
 * at once: Safari ends a subscription after three pushes without a notification.
 */
async function showNotification({ id, role, title, text, path, at }: PushPayload): Promise<void> {
  const pages = await windows()
  const seen = pages.map((page) => page.visibilityState === 'visible' && isSeenOn(page, role))
  const silent = (await Promise.all(seen)).includes(true)
  const shown = { body: text, tag: id, timestamp: at, data: path, silent }
  const { registration } = self
  await registration.showNotification(title, shown)
  if (!silent) return
  for (const one of await registration.getNotifications({ tag: id })) one.close()
}

/** Asks a page whether it is visible and signed in with this role. */
function isSeenOn(page: WindowClient, role: PushPayload['role']): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, answerWithinMs, false)
    page.postMessage({ role }, [port2])
  })
}

/** Focuses an open page at this path, or opens one, which marks the notification as read. */
async function open(path: string, id: string): Promise<void> {
  const address = new URL(path, self.location.origin)
  const there = (await windows()).find(({ url }) => url === address.href)
  if (there) {
    there.postMessage({ opened: id })
    await there.focus()
  } else {
    address.searchParams.set(openedNoticeParam, id)
    await self.clients.openWindow(address.href)
  }
}

function windows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}
