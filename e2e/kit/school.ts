import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type LoginResult, login, loginResultField } from '#contract/accounts/accounts.ts'
import {
  type Endpoint,
  type EndpointInput,
  type EndpointReply,
  toUrl,
} from '#contract/kit/endpoint.ts'
import { storageVersion } from '#contract/limits/limits.ts'
import type { Role } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { type KeptServer, keepServer, startSchool } from './kept-server.ts'
import type { Server } from './server.ts'

/** A school for one test: demo data, a server, and what can be done from outside. */
export type School = Server & {
  /** Whether the test has stopped it or disconnected a browser at any time. */
  hasBeenAway: () => boolean
  /** Disconnects a browser, or reconnects it. */
  setOffline: (context: BrowserContext, isOffline: boolean) => Promise<void>
  /** Calls the API and returns the reply's body. Fails if refused. */
  call: <E extends Endpoint>(
    endpoint: E,
    input: Partial<EndpointInput<E>> & { token?: string },
  ) => Promise<EndpointReply<E>>
  /** Signs in by the API and returns the token. */
  tokenOf: (role: Role, credentials?: { email: string; password: string }) => Promise<string>
  /** Opens the page as a person who is signed in. */
  enter: (page: Page, role: Role, path?: string) => Promise<string>
  /** Waits for the invitation to an address and returns its link. */
  invitationOf: (email: string) => Promise<string>
  /** The same for a password reset link. */
  resetLinkOf: (email: string) => Promise<string>
  /** The same for the link to a screen: `confirm-email`, `undo-email`. */
  linkTo: (email: string, screen: string) => Promise<string>
}

/**
 * The page, watched: a script error, an unexpected console message or a request to another host
 * fails the test.
 */
export const test = base.extend<
  {
    settings: Record<string, string>
    /** Other hosts that the page may lead to. */
    otherOrigins: string[]
    school: School
    complaints: string[]
    /** Opens a browser for another person, watched as well. */
    somebodyElse: () => Promise<Page>
  },
  { keptServer: KeptServer }
>({
  keptServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
    async ({}, use) => {
      const kept = keepServer()
      await use(kept)
      await kept.end()
    },
    { scope: 'worker' },
  ],
  // Further settings of the server: `test.use({ settings: { DEMO: 'off' } })`.
  settings: [{}, { option: true }],
  otherOrigins: [[], { option: true }],
  school: async ({ settings, keptServer }, use) => {
    if (Object.keys(settings).length === 0) {
      await use(toSchool(await keptServer.take()))
    } else {
      const server = await startSchool(settings)
      await use(toSchool(server))
      await server.end()
    }
  },
  baseURL: async ({ school }, use) => use(school.url),
  complaints: [
    async ({ context, school, otherOrigins }, use) => {
      const complaints: string[] = []
      watch(context, { school, otherOrigins }, complaints)
      await use(complaints)
      // Releases replies that a test still holds.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  somebodyElse: async ({ browser, school, otherOrigins, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      watch(context, { school, otherOrigins }, complaints)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }

/** Records forbidden requests and messages of a browser. */
function watch(
  context: BrowserContext,
  { school, otherOrigins }: { school: School; otherOrigins: string[] },
  complaints: string[],
): void {
  context.on('weberror', (error) => complaints.push(`script error: ${error.error().message}`))
  context.on('console', (message) => {
    // Chromium logs refused calls and lost connections, which tests cause on purpose.
    const refused = /^(Failed to load resource|WebSocket connection to )/.test(message.text())
    if (message.type() === 'error' && !refused && !isNoReplyError(message.text(), school))
      complaints.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    const elsewhere = protocol.startsWith('http') && ![school.url, ...otherOrigins].includes(origin)
    if (elsewhere) complaints.push(`request to ${request.url()}`)
  })
}

/** Whether a console error says that a call got no reply, for a reason outside the page. */
export function isNoReplyError(message: string, school: School): boolean {
  // On a busy machine a call may time out. Tests that depend on it notice.
  const gaveUp = message.includes('Request timed out after 3 seconds')
  // The frame calls on its own, possibly while the server stops.
  const byItself = school.hasBeenAway() && message.startsWith('a call failed')
  return gaveUp || byItself
}

/** Stores a session in the browser, as a login does. */
export async function storeSession(page: Page, url: string, role: Role, token: string) {
  const stored = JSON.stringify({ state: { token }, version: storageVersion })
  await page.goto(`${url}/icon.svg`)
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [role, stored] as const)
}

/** What a person can do with a server from outside. */
export function toSchool(server: Server): School {
  const call: School['call'] = async <E extends Endpoint>(
    endpoint: E,
    { token, ...input }: Partial<EndpointInput<E>> & { token?: string },
  ) => {
    const response = await fetch(
      server.url + toUrl(endpoint, input.params ?? {}, input.query ?? {}),
      {
        method: endpoint.method,
        headers: {
          ...(token ? { authorization: token } : {}),
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      },
    )
    const body: unknown = await response.json()
    if (!response.ok)
      throw new Error(`${endpoint.path}: ${response.status} ${JSON.stringify(body)}`)
    // The endpoint's schema has just parsed it.
    return endpoint.reply.parse(body) as EndpointReply<E>
  }
  const tokenOf: School['tokenOf'] = async (role, credentials = demoLogins[role]) => {
    const reply = await call(login[role], { body: credentials })
    const result: LoginResult | undefined = reply[loginResultField[role]]
    if (!result?.token) throw new Error(`${credentials.email}: ${result?.message}`)
    return result.token
  }
  let hasBeenAway = false
  return {
    ...server,
    hasBeenAway: () => hasBeenAway,
    stop() {
      hasBeenAway = true
      return server.stop()
    },
    setOffline(context, isOffline) {
      hasBeenAway = true
      return context.setOffline(isOffline)
    },
    call,
    tokenOf,
    async enter(page, role, path = '/') {
      const token = await tokenOf(role)
      await storeSession(page, server.url, role, token)
      await page.goto(server.url + path)
      return token
    },
    invitationOf: (email) => linkOf(email, 'set-password'),
    resetLinkOf: (email) => linkOf(email, 'reset-password'),
    linkTo: linkOf,
  }

  async function linkOf(email: string, screen: string): Promise<string> {
    const outbox = join(server.dataDir, 'outbox')
    let link: string | undefined
    await expect(() => {
      const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
      const own = mails.reverse().filter((text) => text.includes(`To: ${email}`))
      // Quoted-printable breaks long lines with an equals sign.
      const links = own.flatMap(
        (mail) => mail.replaceAll('=\r\n', '').match(/https?:\/\/\S+/g) ?? [],
      )
      link = links.find((one) => one.includes(`/${screen}/`))
      expect(link).toBeDefined()
    }).toPass()
    return String(link)
  }
}
