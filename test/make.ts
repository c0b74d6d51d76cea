import type { Role } from '#contract/roles.ts'
import { newId } from '#server/kit/id.ts'
import { openSession } from '#server/kit/session.ts'
import type { TestApp } from './app.ts'

let made = 0

/** Makes a domain and returns it. */
export async function makeDomain({ context }: TestApp, name = `Domain ${++made}`) {
  const id = newId()
  await context.db
    .insertInto('domains')
    .values({ id, name, name_key: name.toLowerCase(), created_at: context.clock() })
    .execute()
  return { _id: id, name }
}

type PersonWish = {
  name?: string
  email?: string
  domain?: { _id: string }
  week?: number
  verified?: boolean
  blocked?: boolean
}

/**
 * Makes a person, verified unless asked otherwise, and signs them in: `token` is their session's.
 * They have no password; a test that signs in by one goes through the invitation.
 */
export async function makePerson(app: TestApp, role: Role, wish: PersonWish = {}) {
  const { context } = app
  const { verified = true, blocked = false } = wish
  const id = newId()
  const name = wish.name ?? `${role} ${++made}`
  const email = wish.email ?? `${role}-${id}@school.test`
  const domain = role === 'student' && verified ? (wish.domain ?? (await makeDomain(app))) : null
  await context.db
    .insertInto('people')
    .values({
      id,
      role,
      name,
      email,
      search_key: `${name} ${email}`.toLowerCase(),
      verified_at: verified ? context.clock() : null,
      blocked_at: blocked ? context.clock() : null,
      domain_id: domain?._id ?? null,
      week: role === 'student' ? (wish.week ?? 1) : null,
      created_at: context.clock(),
    })
    .execute()
  const token = await openSession(context, id)
  return { _id: id, name, email, token }
}
