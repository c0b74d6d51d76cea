import type { LightMyRequestResponse } from 'fastify'
import { finishOidc } from '#contract/accounts/oidc/oidc.ts'
import { oidcPaths } from '#contract/accounts/oidc/paths.ts'
import { toUrl } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import type { TestApp } from '../app.ts'

/** A browser with its cookies of the app and of the provider. */
export function openBrowser(app: TestApp) {
  const cookies = new Map<string, string>()
  const ofApp = new Map<string, string>()

  async function open(url: string, jar = ofApp): Promise<LightMyRequestResponse> {
    const { pathname, search } = new URL(url, 'http://here')
    const reply = await app.app.inject({ url: pathname + search, headers: toCookie(jar) })
    keep(jar, [reply.headers['set-cookie'] ?? []].flat())
    return reply
  }

  /** Opens the sign-in and returns the provider's address. */
  async function start(role: Role, path?: string): Promise<URL> {
    const reply = await open(toUrl({ path: oidcPaths.start }, {}, { role, path }))
    return new URL(String(reply.headers.location), app.context.settings.appUrl)
  }

  /** Follows the provider's redirects until it sends the browser back, and returns where to. */
  async function signInThere(url: URL): Promise<string> {
    let next = url.href
    const { appUrl } = app.context.settings
    while (!next.startsWith(appUrl)) {
      const reply = await fetch(next, { redirect: 'manual', headers: toCookie(cookies) })
      keep(cookies, reply.headers.getSetCookie())
      const to = reply.headers.get('location')
      if (!to) throw new Error(`${next} says ${reply.status}: ${await reply.text()}`)
      next = new URL(to, next).href
    }
    return next
  }

  /** Makes the page's call at the end. */
  async function finish(role: Role, code?: string) {
    const reply = await app.app.inject({
      method: finishOidc.method,
      url: finishOidc.path,
      headers: toCookie(ofApp),
      payload: { role, ...(code === undefined ? {} : { code }) },
    })
    return { status: reply.statusCode, body: reply.json() }
  }

  /** Signs in: the address to which the browser came back, and the reply to the page. */
  async function signIn(role: Role, path?: string) {
    const back = await open(await signInThere(await start(role, path)))
    return { location: back.headers.location, ...(await finish(role)) }
  }

  return { open, start, signInThere, finish, signIn, cookies: ofApp }
}

function toCookie(jar: Map<string, string>): Record<string, string> {
  const pairs = [...jar].map(([name, value]) => `${name}=${value}`)
  return pairs.length === 0 ? {} : { cookie: pairs.join('; ') }
}

function keep(jar: Map<string, string>, lines: string[]): void {
  for (const line of lines) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2)
    jar.set(name, value)
  }
}
