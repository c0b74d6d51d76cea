import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { buildServiceWorker } from './service-worker.ts'

const origin = 'https://school.test'
const pushed = {
  ...{ id: 'n1', role: 'student', title: 'The school', text: 'Your review is booked.' },
  ...{ path: '/review-details/1', at: 1_000 },
}

/** An open page; who looks at it as a role says so when asked. */
type Page = { url: string; visibilityState: 'visible' | 'hidden'; as?: string }

class Port {
  onmessage = () => {}
}

/** The service worker as a browser runs it, and what it does there. */
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
    postMessage({ role }: { role: string }, [port]: [Port & { answer: () => void }]) {
      if (role === page.as) port.answer()
    },
  }))
  const self = {
    addEventListener: (name: string, handle: (event: object) => void) => handlers.set(name, handle),
    skipWaiting: note('take over'),
    registration: {
      showNotification: note('show'),
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
    ...{ self, Response, URL },
    fetch: (request: unknown) => network.answer(request),
    // Whoever does not answer at once does not.
    setTimeout: (work: (value: unknown) => void, _: number, value: unknown) =>
      setImmediate(work, value),
    MessageChannel: class {
      port1 = new Port()
      port2 = { answer: () => this.port1.onmessage() }
    },
  })

  /** Raises an event and waits for all that it leads to; what it is answered with, if it is. */
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

const shown = [
  'show',
  'The school',
  { body: 'Your review is booked.', tag: 'n1', timestamp: 1_000, data: '/review-details/1' },
]

test('it shows what is pushed', async () => {
  const { push, done } = await startWorker()
  await push()
  expect(done).toEqual([shown])
})

test('it shows nothing that an open page says to whoever looks at it', async () => {
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
  expect(beside.done).toEqual([])
})

test('pressed, it goes to the page that is open there, or opens one', async () => {
  const notification = { data: pushed.path, close() {} }
  const one = await startWorker([{ url: `${origin}/`, visibilityState: 'hidden' }])
  await one.raise('notificationclick', { notification })
  expect(one.done).toEqual([['open', `${origin}/review-details/1`]])

  const url = `${origin}/review-details/1`
  const other = await startWorker([{ url, visibilityState: 'hidden' }])
  await other.raise('notificationclick', { notification })
  expect(other.done).toEqual([['focus', url]])
})

test('a new one takes over at once, and the page comes from the server each time', async () => {
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

test('calls and files are none of its business', async () => {
  const { raise } = await startWorker()
  for (const mode of ['cors', 'no-cors', 'same-origin', 'websocket']) {
    expect(await raise('fetch', { request: { mode } })).toBeUndefined()
  }
})

test('a page that cannot be reached says so, with what it needs in it and nothing else allowed', async () => {
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
  // What Firefox makes of a page that it asked for at once and did not get.
  expect((await goTo({ preloadResponse: Promise.resolve(Response.error()) }))?.status).toBe(503)
  expect(html.replace(' href="data:,"', '')).not.toMatch(/ (src|href|on\w+|style)=/)
})
