import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, type Page, type Request, type Route } from '@playwright/test'
import { storageVersion } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { School } from '../kit/school.ts'

const built = join(import.meta.dirname, '../../dist')

type Session = { role: Role; token: string }

type Held = { path: string; route: Route }

/** A first visit with a cold cache, during which a test decides when what arrives. */
export type FirstVisit = {
  /** What the document itself names: the first step. */
  named: string[]
  /** What was asked for beside or after that, and waits: the second step. */
  held: () => string[]
  /** Lets the code arrive that waits; the data goes on waiting. */
  releaseCode: () => Promise<void>
  releaseData: () => Promise<void>
  /** All files and data that have been asked for, in order. */
  asked: () => string[]
  /** The sizes of what has arrived, in KiB gzip; fonts as they are. */
  sizes: () => { js: number; css: number; woff2: number }
}

/**
 * Goes to an address, with a session or without, and holds back whatever the document does not
 * name. The browser never gets to what it would do when idle: that is not needed.
 */
export async function startFirstVisit(
  page: Page,
  school: School,
  path: string,
  session?: Session,
): Promise<FirstVisit> {
  if (session) await holdSession(page, session)
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
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

/** Leaves a session in the browser's storage without loading anything: its cache stays empty. */
export async function holdSession(page: Page, { role, token }: Session): Promise<void> {
  const stored = JSON.stringify({ state: { token }, version: storageVersion })
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    role,
    stored,
  ] as const)
}

/** What has come over the wire for a page, headers and all, compressed as it came. */
type Wire = {
  /**
   * Files and calls in the order in which they were asked for, but for those out of the cache. A socket
   * is a call; what comes by it is not counted.
   */
  fetched: () => Fetched[]
  /** How many have no answer yet. */
  unanswered: () => number
}

type Fetched = { address: string; isCall: boolean; bytes: number; by: string }

/** Notes what a page fetches from now on, with what the browser says of who asked for it. */
export async function watchWire(page: Page): Promise<Wire> {
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

/** A request that the page makes now comes after all that it has made before. */
export async function catchUp(page: Page, visit: FirstVisit): Promise<void> {
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
