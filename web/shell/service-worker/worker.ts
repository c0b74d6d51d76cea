import type { Pushed } from '#contract/notifications/delivery/push.ts'

// It shows what is pushed, and says so when the school cannot be reached; it keeps nothing of the page,
// which comes from the server each time. The build makes one plain script of it, which imports nothing.

/** The document of `offline.html`, and what it may do: the build puts it here. */
declare const offline: { page: string; policy: string }

declare const self: ServiceWorkerGlobalScope

/** A page that is looked at says within so many ms that it is. */
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
  event.waitUntil(open(event.notification.data))
})

async function begin(): Promise<void> {
  // What is gone to is asked for while this starts.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** The page as the server has it, or else one that says that there is none. */
async function answer({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const preloaded = await preloadResponse
    // Firefox answers with an error where others raise one.
    return preloaded && preloaded.type !== 'error' ? preloaded : await fetch(request)
  } catch {
    const headers = {
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      'content-security-policy': offline.policy,
    }
    return new Response(offline.page, { status: 503, headers })
  }
}

/** Shows a notice, unless somebody looks at a page whose bell says the same. */
async function showNotification({ id, role, title, text, path, at }: Pushed): Promise<void> {
  const pages = await windows()
  const seen = pages.map((page) => page.visibilityState === 'visible' && isSeenOn(page, role))
  if ((await Promise.all(seen)).includes(true)) return
  const shown = { body: text, tag: id, timestamp: at, data: path }
  await self.registration.showNotification(title, shown)
}

/** Asks a page whether somebody is told on it as this role. */
function isSeenOn(page: WindowClient, role: Pushed['role']): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, answerWithinMs, false)
    page.postMessage({ role }, [port2])
  })
}

/** Goes to the open page at this path, or opens one. */
async function open(path: string): Promise<void> {
  const { href } = new URL(path, self.location.origin)
  const there = (await windows()).find(({ url }) => url === href)
  if (there) await there.focus()
  else await self.clients.openWindow(href)
}

function windows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}
