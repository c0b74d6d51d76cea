import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, type Page, type Request, type Route } from '@playwright/test'
import { storageVersion } from '#contract/limits/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { School } from '../kit/school.ts'

const built = join(import.meta.dirname, '../../dist')

type Session = { role: Role; token: string }

type Held = { path: string; route: Route }

/** A first visit with a cold cache, in which a test controls the order of arrival. */
export type FirstVisit = {
  /** Files that the document itself names: the first step. */
  named: string[]
  /** Requests made beside or after those, which are held: the second step. */
  held: () => string[]
  /** Releases the held code. Data stays held. */
  releaseCode: () => Promise<void>
  releaseData: () => Promise<void>
  /** All files and data requested, in order. */
  asked: () => string[]
  /** The sizes of what has arrived, in KiB gzip; fonts uncompressed. */
  sizes: () => { js: number; css: number; woff2: number }
}

/**
 * Opens a path, with or without a session, and holds everything the document does not name. The
 * browser never becomes idle, so idle-time loading is left out.
 */
export async function startFirstVisit(
  page: Page,
  school: School,
  path: string,
  session?: Session,
): Promise<FirstVisit> {
  if (session) await storeSessionWithoutLoading(page, session)
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
    // Held calls do not time out.
    AbortSignal.timeout = () => new AbortController().signal
  })
  const asked: string[] = []
  const waiting: Held[] = []
  const held: string[] = []
  let isHolding = true
  const opened = await page.request.get(school.url + path, { headers: { accept: 'text/html' } })
  const html = await opened.text()
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, one]) => String(one))
  await page.route('**/*', async (route, request) => {
    const address = getAddress(request)
    const isChange = request.method() === 'POST'
    if (!isChange && !request.isNavigationRequest()) asked.push(address)
    if (named.includes(address) || !asked.includes(address) || !isHolding) return route.continue()
    held.push(address)
    waiting.push({ path: address, route })
  })
  async function release(isWanted: (path: string) => boolean) {
    isHolding = false
    const wanted = waiting.filter(({ path: one }) => isWanted(one))
    for (const one of wanted) waiting.splice(waiting.indexOf(one), 1)
    await Promise.all(wanted.map(({ route }) => route.continue()))
  }
  const files = new Set<string>()
  page.on('requestfinished', (request) => files.add(getAddress(request)))
  await page.goto(school.url + path, { waitUntil: 'commit' })
  return {
    named,
    held: () => held,
    releaseCode: () => release(isCode),
    releaseData: () => release((one) => !isCode(one)),
    asked: () => asked,
    sizes() {
      const sum = { js: 0, css: 0, woff2: 0 }
      for (const address of files) {
        const kind = address.match(/^\/assets\/.*\.(js|css|woff2)$/)?.[1]
        if (kind !== 'js' && kind !== 'css' && kind !== 'woff2') continue
        const file = readFileSync(built + address)
        sum[kind] += (kind === 'woff2' ? file : gzipSync(file)).length / 1024
      }
      return sum
    },
  }
}

/** Stores a session in the browser without loading anything, so that its cache stays empty. */
export async function storeSessionWithoutLoading(
  page: Page,
  { role, token }: Session,
): Promise<void> {
  const stored = JSON.stringify({ state: { token }, version: storageVersion })
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    role,
    stored,
  ] as const)
}

/** What a page has received over the network, compressed and with headers. */
type Wire = {
  /**
   * Files and calls in order of request, except those from the cache. A socket counts as one call,
   * without its messages.
   */
  fetched: () => Fetched[]
  /** Requests without a reply so far. */
  unanswered: () => number
}

type Fetched = { address: string; isCall: boolean; bytes: number; by: string }

/** Records what a page requests from now on, with its initiator according to the browser. */
export async function recordRequests(page: Page): Promise<Wire> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  const all = new Map<string, Fetched>()
  const unanswered = new Set<string>()
  browser.on('Network.requestWillBeSent', ({ requestId, request, initiator }) => {
    const { pathname, search } = new URL(request.url)
    const frames = initiator.stack?.callFrames ?? []
    const from = initiator.url ?? frames.map(({ url }) => url).join(' ')
    all.set(requestId, {
      address: pathname + search,
      isCall: !/^\/(assets\/|[\w-]+\.\w+$)/.test(pathname) && all.size > 0,
      bytes: 0,
      by: `${initiator.type} ${from.match(/[\w-]+(?=-[\w-]{8}\.js)/)?.[0] ?? ''}`.trim(),
    })
    unanswered.add(requestId)
  })
  browser.on('Network.webSocketCreated', ({ requestId, url }) => {
    all.set(requestId, { address: url, isCall: true, bytes: 0, by: 'socket' })
  })
  browser.on('Network.responseReceived', ({ requestId }) => unanswered.delete(requestId))
  browser.on('Network.loadingFailed', ({ requestId }) => unanswered.delete(requestId))
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = all.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  return {
    fetched: () => [...all.values()].filter(({ bytes, by }) => bytes > 0 || by === 'socket'),
    unanswered: () => unanswered.size,
  }
}

/** Waits until earlier requests of the page have been seen. */
export async function waitUntilRequestsSeen(page: Page, visit: FirstVisit): Promise<void> {
  await page.evaluate(() => void fetch('/icon.svg?all-asked'))
  await expect.poll(() => visit.asked()).toContain('/icon.svg?all-asked')
}

function isCode(path: string): boolean {
  return path.startsWith('/assets/')
}

function getAddress(request: Request): string {
  const { pathname, search } = new URL(request.url())
  return pathname + search
}
