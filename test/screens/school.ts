import type { DetachedWindowAPI } from 'happy-dom'
import { inject, onTestFinished, vi } from 'vitest'
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday, startApp } from '../app.ts'
import { copyDatabaseFile, createTestDatabase } from '../databases/database.ts'
import { readMailsTo } from '../mail/mails.ts'
import { schoolZone } from './days.ts'

declare global {
  var happyDOM: DetachedWindowAPI
}

export type School = Awaited<ReturnType<typeof startSchool>>

/** The demo school on the evening of the tests' Monday: the real server, in this process. */
export function startDemoSchool(settings: Partial<Context['settings']> = {}): Promise<School> {
  return startSchool({ demo: true, ...settings }, copyDatabaseFile(inject('demoSchool')))
}

/** The demo school at the page's address until the test ends: pages loaded from then on reach it. */
export async function startListeningSchool(): Promise<School> {
  const on = copyDatabaseFile(inject('demoSchool'))
  const school = await startSchool({ demo: true }, on, { sockets: true })
  const { origin } = location
  happyDOM.setURL(await school.app.listen({ host: '127.0.0.1', port: 0 }))
  onTestFinished(() => happyDOM.setURL(origin))
  return school
}

/** A school without people. */
export function startEmptySchool(settings: Partial<Context['settings']> = {}): Promise<School> {
  return startSchool(settings, createTestDatabase())
}

async function startSchool(
  settings: Partial<Context['settings']>,
  on: ReturnType<typeof createTestDatabase>,
  options: { sockets?: boolean } = {},
) {
  const zone = { timeZone: schoolZone }
  const server = await startApp({ ...zone, ...settings }, { ...options, on, unused: false })
  const { context, time } = server
  moveTo(monday)

  /** Sets the clocks of the server and of the page (ms since 1970). */
  function moveTo(instant: number): void {
    time.now = instant
    vi.setSystemTime(instant)
  }

  /** Calls the API and returns the reply's body; fails if the call is refused. */
  async function call<E extends Endpoint>(
    endpoint: E,
    input: Partial<EndpointInput<E>> & { token?: string },
  ): Promise<EndpointReply<E>> {
    const { status, body } = await server.call(endpoint, input)
    if (status !== 200) throw new Error(`${endpoint.path}: ${status} ${JSON.stringify(body)}`)
    // The server has validated it by the endpoint's schema.
    return body as EndpointReply<E>
  }

  /** Signs in a role's demo person, or another one, and returns the token. */
  async function tokenOf(role: Role, email = demoLogins[role].email): Promise<string> {
    const { id } = await context.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return inTransaction(context, (within) => openSession(within, id))
  }

  /** The link in the latest mail to an address. */
  async function linkTo(email: string): Promise<string> {
    const mail = (await readMailsTo({ context }, email)).at(-1)
    const link = mail?.body.match(/https?:\/\/\S+/)?.[0]
    if (!link) throw new Error(`The email to ${email} has no link`)
    return link
  }

  return { ...server, server, call, tokenOf, linkTo, moveTo }
}
