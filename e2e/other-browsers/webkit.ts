import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { findMiniBrowser, findWebKitDriver, findXvfb } from '#test/programs/needed-programs.ts'
import { schoolZone } from '../kit/server.ts'
import { type BrowserWindow, initialWindow, type RunningBrowser } from './browser.ts'
import { startPageErrorProxy } from './page-error-proxy.ts'

/** The protocol's codes of keys that type nothing. */
const codes: Partial<Record<string, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Control: '\uE009',
}

const Reply = z.object({ value: z.unknown(), error: z.string().optional() })

/** Calls the driver (W3C WebDriver) and returns the reply's value. */
type Ask = (method: 'DELETE' | 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

/** Starts the installed WebKit with WebDriver on a virtual screen. */
export async function startWebKit(): Promise<RunningBrowser> {
  const screen = spawn(
    findXvfb() ?? 'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const [display] = await once(screen.stdio[3] ?? screen, 'data')
  const port = await freePort()
  const driver = spawn(findWebKitDriver() ?? 'WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      TZ: schoolZone,
      // The language that pages see.
      LANGUAGE: 'en_US',
      LANG: 'en_US.UTF-8',
    },
    // It warns about the missing desktop.
    stdio: 'ignore',
  })
  const ask: Ask = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = z.object({ value: z.unknown() }).parse(await response.json())
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await expect(() => ask('GET', '/status')).toPass({ timeout: 10_000 })
  return {
    openWindow: (schoolUrl) => openWindow(ask, schoolUrl),
    // Debian builds it without WebRTC.
    hasCalls: false,
    // The width of its toolbar.
    narrowest: 450,
    async end() {
      for (const child of [driver, screen]) {
        child.kill()
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
    },
  }
}

async function openWindow(askDriver: Ask, schoolUrl: string): Promise<BrowserWindow> {
  const front = await startPageErrorProxy(schoolUrl)
  const options = { binary: findMiniBrowser(), args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = z
    .object({ sessionId: z.string() })
    .parse(await askDriver('POST', '/session', { capabilities }))
  const ask: Ask = (method, path, body) => askDriver(method, `/session/${sessionId}${path}`, body)
  const act = (type: 'key' | 'pointer', actions: object[]) =>
    ask('POST', '/actions', { actions: [{ type, id: type, actions }] })
  const run: BrowserWindow['run'] = async (expression) => {
    const script = `const done = arguments[0]
      new Promise((resolve) => resolve(${expression}))
        .then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const reply = await ask('POST', '/execute/async', { script, args: [] })
    const { value, error } = Reply.parse(reply)
    if (error) throw new Error(error)
    return value
  }
  const browser: BrowserWindow = {
    complaints: front.complaints,
    open: async (path) => void (await ask('POST', '/url', { url: front.url + path })),
    run,
    async clickAt(x, y) {
      await act('pointer', [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ])
    },
    async press(key, held) {
      const down = [held, key].flatMap((one) => (one ? [codes[one] ?? one] : []))
      const up = down.toReversed()
      await act('key', [
        ...down.map((value) => ({ type: 'keyDown', value })),
        ...up.map((value) => ({ type: 'keyUp', value })),
      ])
    },
    async type(text) {
      await act(
        'key',
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      )
    },
    async resize(width, height) {
      await ask('POST', '/window/rect', { width, height })
      await expect.poll(() => run('window.innerWidth')).toBe(width)
    },
    async takePicture(path) {
      const picture = z.string().parse(await ask('GET', '/screenshot'))
      writeFileSync(path, Buffer.from(picture, 'base64'))
    },
    async close() {
      await ask('DELETE', '')
      await front.end()
    },
  }
  await browser.resize(initialWindow.width, initialWindow.height)
  return browser
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return z.object({ port: z.number() }).parse(address).port
}
