import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { buildServiceWorker } from './service-worker.ts'

const origin = 'https://school.test'
const pushed = {
  id: 'n1',
  role: 'student',
  title: 'The school',
  text: 'Your review is booked.',
  path: '/review-details/1',
  at: 1_000,
}

/** An open page. It tells who is looking at it when asked. */
type Page = { url: string; visibilityState: 'visible' | 'hidden'; as?: string }

class Port {
  onmessage = () => {}
}

/** The service worker in a simulated browser, and what it does there. */
async function startWorker(pages: Page[] = []) {
  const done: unknown[][] = []
  const note =
    (name: string) =>
    async (...given: unknown[]) =>
      void done.push([name, ...given])
  const handlers = new Map<string, (event: object) => void>()
  const network = {
    answer: async (_: unknown): Promise<unknown> => new Response('from the server'),
  }
  const clients = pages.map((page) => ({
    ...page,
    focus: () => note('focus')(page.url),
    postMessage(message: { role?: string }, [port]: (Port & { answer: () => void })[] = []) {
      if (port && message.role === page.as) port.answer()
      if (!port) done.push(['tell', page.url, message])
    },
  }))
  const self = {
    addEventListener: (name: string, handle: (event: object) => void) => handlers.set(name, handle),
    skipWaiting: note('take over'),
    registration: {
      showNotification: note('show'),
      getNotifications: async ({ tag }: { tag: string }) => [{ close: () => note('close')(tag) }],
      navigationPreload: { enable: note('ask at once') },
    },
    clients: {
      matchAll: async () => clients,
      openWindow: note('open'),
      claim: note('claim'),
    },
    location: { origin },
  }
  runInNewContext(await buildServiceWorker(), {
    self,
    Response,
    URL,
    fetch: (request: unknown) => network.answer(request),
    // Only immediate answers count.
    setTimeout: (work: (value: unknown) => void, _: number, value: unknown) =>
      setImmediate(work, value),
    MessageChannel: class {
      port1 = new Port()
      port2 = { answer: () => this.port1.onmessage() }
    },
  })

  /** Dispatches an event, waits until it is handled, and returns its response. */
  async function raise(name: string, event: object): Promise<Response | undefined> {
    const waits: Promise<unknown>[] = []
    let response: Promise<Response> | undefined
    handlers.get(name)?.({
      ...event,
      waitUntil: (work: Promise<unknown>) => waits.push(work),
      respondWith: (answer: Promise<Response>) => {
        response = answer
      },
    })
    await Promise.all(waits)
    return response
  }

  const goTo = (more: object = {}) =>
    raise('fetch', { request: { mode: 'navigate' }, preloadResponse: undefined, ...more })
  const push = () => raise('push', { data: { json: () => pushed } })
  return { raise, goTo, push, done, network }
}

const options = {
  body: 'Your review is booked.',
  tag: 'n1',
  timestamp: 1_000,
  data: '/review-details/1',
  silent: false,
}
const shown = ['show', 'The school', options]

test('shows push messages', async () => {
  const { push, done } = await startWorker()
  await push()
  expect(done).toEqual([shown])
})

test('leaves no push message if the person is looking at an open page that shows it', async () => {
  const elsewhere: Page[] = [
    { url: `${origin}/advisor`, visibilityState: 'visible', as: 'advisor' },
    { url: `${origin}/`, visibilityState: 'hidden', as: 'student' },
    { url: `${origin}/login`, visibilityState: 'visible' },
  ]
  const { push, done } = await startWorker(elsewhere)
  await push()
  expect(done).toEqual([shown])

  const looking: Page = { url: `${origin}/`, visibilityState: 'visible', as: 'student' }
  const beside = await startWorker([...elsewhere, looking])
  await beside.push()
  const silent = ['show', 'The school', { ...options, silent: true }]
  expect(beside.done).toEqual([silent, ['close', 'n1']])
})

test('a click focuses the open page, or opens one, which marks the notification as read', async () => {
  const notification = { data: pushed.path, tag: pushed.id, close() {} }
  const one = await startWorker([{ url: `${origin}/`, visibilityState: 'hidden' }])
  await one.raise('notificationclick', { notification })
  expect(one.done).toEqual([['open', `${origin}/review-details/1?notice=n1`]])

  const url = `${origin}/review-details/1`
  const other = await startWorker([{ url, visibilityState: 'hidden' }])
  await other.raise('notificationclick', { notification })
  expect(other.done).toEqual([
    ['tell', url, { opened: 'n1' }],
    ['focus', url],
  ])
})

test('a new version takes over at once, and pages always come from the server', async () => {
  const { raise, goTo, done, network } = await startWorker()
  await raise('install', {})
  await raise('activate', {})
  expect(done).toEqual([['take over'], ['ask at once'], ['claim']])
  expect(await (await goTo())?.text()).toBe('from the server')
  const preloadResponse = Promise.resolve(new Response('asked for at once'))
  expect(await (await goTo({ preloadResponse }))?.text()).toBe('asked for at once')
  network.answer = async () => new Response('an error of the server', { status: 500 })
  expect((await goTo())?.status).toBe(500)
})

test('does not handle calls and files', async () => {
  const { raise } = await startWorker()
  for (const mode of ['cors', 'no-cors', 'same-origin', 'websocket']) {
    expect(await raise('fetch', { request: { mode } })).toBeUndefined()
  }
})

test('shows a self-contained page while the school cannot be reached, with a strict policy', async () => {
  const { goTo, network } = await startWorker()
  network.answer = async () => {
    throw new TypeError('Failed to fetch')
  }
  const response = await goTo()
  const html = (await response?.text()) ?? ''
  expect(html).toContain('<h1>No connection</h1>')
  expect(response?.status).toBe(503)
  expect(response?.headers.get('cache-control')).toBe('no-store')
  const hashIn = (element: string) => {
    const content = html.match(new RegExp(`<${element}>([^]*?)</${element}>`))?.[1] ?? ''
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
  }
  expect(response?.headers.get('content-security-policy')?.split('; ')).toEqual([
    ...["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"],
    ...[`style-src ${hashIn('style')}`, `script-src ${hashIn('script')}`, "connect-src 'self'"],
    'img-src data:',
  ])
  // Firefox's response to a failed navigation preload.
  expect((await goTo({ preloadResponse: Promise.resolve(Response.error()) }))?.status).toBe(503)
  expect(html.replace(' href="data:,"', '')).not.toMatch(/ (src|href|on\w+|style)=/)
})
