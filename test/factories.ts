import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import type { Role } from '#contract/roles.ts'
import { computeDomainKeys, computePersonKeys } from '#server/database/list/search-and-sort-keys.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret, newId, newSecret } from '#server/kit/id.ts'

/** Anything with a database: an app, or a transaction. */
export type WithContext = { context: Context }

let made = 0

/** Adds a domain and returns it. */
export async function makeDomain({ context }: WithContext, name = `Domain ${++made}`) {
  const id = newId()
  await context.db
    .insertInto('domains')
    .values({
      id,
      name,
      ...computeDomainKeys({ name }, context.settings.language),
      created_at: context.clock(),
    })
    .execute()
  return { _id: id, name }
}

type PersonOptions = {
  id?: string
  name?: string
  email?: string
  domain?: { _id: string }
  week?: number
  verified?: boolean
  blocked?: boolean
  passwordHash?: string
}

/**
 * Adds a person, verified by default, and signs them in: `token` is their session's. They have no
 * password. Tests of the login use an invitation instead.
 */
export async function makePerson(app: WithContext, role: Role, options: PersonOptions = {}) {
  const hasDomain = role === 'student' && (options.verified ?? true)
  const domain = hasDomain ? { domain: options.domain ?? (await makeDomain(app)) } : {}
  const person = newPerson(app, role, { ...options, ...domain })
  await insertPeople(app, [person])
  const { _id, name, email, token } = person
  return { _id, name, email, token }
}

/** A person to be inserted, with a session. */
export function newPerson({ context }: WithContext, role: Role, options: PersonOptions = {}) {
  const { id = newId(), verified = true, blocked = false } = options
  made += 1
  const name = options.name ?? `${role} ${made}`
  // Without the id: a search for 'ada' would find an address whose random digits happen to spell it.
  const email = options.email ?? `${role}.${made}@school.test`
  const isStudent = role === 'student'
  const row = {
    id,
    role,
    name,
    email,
    ...computePersonKeys({ name, email }, context.settings.language),
    created_at: context.clock(),
    password_hash: options.passwordHash ?? null,
    verified_at: verified ? context.clock() : null,
    blocked_at: blocked ? context.clock() : null,
    domain_id: isStudent && verified ? (options.domain?._id ?? null) : null,
    week: isStudent ? (options.week ?? 1) : null,
  }
  return { _id: id, name, email, row, ...newSession({ context }, id) }
}

/** A session of a person, to be inserted, and its token. */
export function newSession({ context }: WithContext, personId: string) {
  const [token, now] = [newSecret(), context.clock()]
  const session = {
    id: newId(),
    token_hash: hashSecret(token),
    person_id: personId,
    created_at: now,
    used_at: now,
    user_agent: null,
    address: null,
    signed_in_by: 'password' as const,
  }
  return { token, session }
}

/** Adds people and their sessions, by two statements. */
export async function insertPeople(
  { context: { db } }: WithContext,
  people: readonly ReturnType<typeof newPerson>[],
): Promise<void> {
  const [rows, sessions] = [people.map(({ row }) => row), people.map(({ session }) => session)]
  await db.insertInto('people').values(rows).execute()
  await db.insertInto('sessions').values(sessions).execute()
}

type Someone = { _id: string }

/** Adds a reviewer's slot that begins at an instant (ms since 1970) and returns its id. */
export async function makeSlot(
  { context }: WithContext,
  reviewer: Someone,
  startsAt: number,
  minutes = 30,
) {
  const id = newId()
  await context.db
    .insertInto('slots')
    .values({
      id,
      reviewer_id: reviewer._id,
      starts_at: startsAt,
      ends_at: startsAt + minutes * minuteMs,
    })
    .execute()
  return id
}

type ReviewOptions = {
  student?: Someone
  advisor?: Someone | null
  week?: number
  /** A slot's id. The review is then scheduled, or conducted if set. */
  slot?: string
  conducted?: boolean
  dueAt?: number
  closed?: boolean
}

/** Adds a review, open and without a slot by default, and returns its id. */
export async function makeReview(app: WithContext, options: ReviewOptions = {}) {
  const { context } = app
  const id = newId()
  const student = options.student ?? (await makePerson(app, 'student'))
  const booked = options.conducted ? 'conducted' : 'review-scheduled'
  await context.db
    .insertInto('reviews')
    .values({
      id,
      student_id: student._id,
      advisor_id: options.advisor?._id ?? null,
      week: options.week ?? 1,
      status: options.slot === undefined ? 'not-scheduled' : booked,
      due_at: options.dueAt ?? context.clock() + 7 * dayMs,
      slot_id: options.slot ?? null,
      follows_id: null,
      closed_at: options.closed ? context.clock() : null,
      code: 0,
      theory: 0,
      week_status: '',
      pending_task: '[]',
      seminar: 'Not added',
      progress: 'Not added',
      typing: 'Not added',
      created_at: context.clock(),
    })
    .execute()
  return id
}

/** Gives a person notification settings that cannot be read, so that notifying them fails. */
export async function makeUnreadableSettings({ context }: WithContext, { _id }: Someone) {
  const none = { quiet_from: null, quiet_to: null, summary_weekday: null, zone: null }
  await context.db
    .insertInto('notification_settings')
    .values({ person_id: _id, channels: 'unreadable', ...none })
    .execute()
}
