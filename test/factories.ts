import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import type { Role } from '#contract/roles.ts'
import { domainKeys, peopleKeys } from '#server/database/list/search-and-sort-keys.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { openSession } from '#test/accounts/session.ts'

/** Anything with a database: an app, or a transaction. */
export type Making = { context: Context }

let made = 0

/** Adds a domain and returns it. */
export async function makeDomain({ context }: Making, name = `Domain ${++made}`) {
  const id = newId()
  await context.db
    .insertInto('domains')
    .values({
      id,
      name,
      ...domainKeys({ name }, context.settings.language),
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
}

/**
 * Adds a person, verified by default, and signs them in: `token` is their session's. They have no
 * password. Tests of the login use an invitation instead.
 */
export async function makePerson(app: Making, role: Role, options: PersonOptions = {}) {
  const { context } = app
  const { id = newId(), verified = true, blocked = false } = options
  const name = options.name ?? `${role} ${++made}`
  const email = options.email ?? `${role}-${id}@school.test`
  const domain = role === 'student' && verified ? (options.domain ?? (await makeDomain(app))) : null
  await context.db
    .insertInto('people')
    .values({
      id,
      role,
      name,
      email,
      ...peopleKeys({ name, email }, context.settings.language),
      verified_at: verified ? context.clock() : null,
      blocked_at: blocked ? context.clock() : null,
      domain_id: domain?._id ?? null,
      week: role === 'student' ? (options.week ?? 1) : null,
      created_at: context.clock(),
    })
    .execute()
  const token = await openSession(context, id)
  return { _id: id, name, email, token }
}

type Someone = { _id: string }

/** Adds a reviewer's slot that begins at an instant (ms since 1970) and returns its id. */
export async function makeSlot(
  { context }: Making,
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
export async function makeReview(app: Making, options: ReviewOptions = {}) {
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
