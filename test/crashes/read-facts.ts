import type { Db } from '#server/database/connect.ts'
import type { Facts } from './find-losses.ts'

/** The state of a school's database, by the names that the writers use. */
export async function readFacts(db: Db): Promise<Facts> {
  const facts: Facts = new Map()
  const people = await db.selectFrom('people').selectAll().execute()
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  for (const row of people) {
    const { email, verified_at, blocked_at } = row
    facts.set(`person ${email}`, toPersonFact(row.role, verified_at !== null, blocked_at !== null))
    facts.set(`password ${email}`, row.password_hash === null ? 'none' : 'chosen')
    if (row.number !== null) facts.set(`number ${email}`, row.number)
    if (row.week !== null) facts.set(`week ${email}`, String(row.week))
  }
  for (const { person_id, secret_hash } of await db
    .selectFrom('invitations')
    .selectAll()
    .execute()) {
    facts.set(`invitation ${emails.get(person_id)}`, secret_hash)
  }
  const invitations = db.selectFrom('outbox').where('kind', '=', 'invitation')
  const mails = await invitations.select('recipient').execute()
  for (const [recipient, own] of Map.groupBy(mails, (mail) => mail.recipient)) {
    facts.set(`emails ${recipient}`, String(own.length))
  }
  for (const row of await db.selectFrom('reviews').selectAll().execute()) {
    const { id, week, status, slot_id, closed_at, follows_id } = row
    const isClosed = closed_at !== null
    facts.set(`review ${id}`, toReviewFact({ status, slot: slot_id, isClosed }))
    facts.set(`mark ${id}`, String(row.code))
    facts.set(`seminar ${id}`, row.seminar)
    if (follows_id) facts.set(`after ${follows_id}`, `week ${week}`)
    else facts.set(`first review ${emails.get(row.student_id)}`, `week ${week}`)
  }
  for (const { reviewer_id, starts_at, ends_at } of await db
    .selectFrom('slots')
    .selectAll()
    .execute()) {
    facts.set(`slot ${reviewer_id} ${starts_at}`, String(ends_at))
  }
  await readPlans(db, facts)
  const domains = await db.selectFrom('domains').selectAll().execute()
  for (const { name } of domains) facts.set(`domain ${name}`, 'there')
  for (const { id, technical } of await db.selectFrom('tasks').selectAll().execute()) {
    facts.set(`task ${id}`, technical)
  }
  const sessions = await db.selectFrom('sessions').select('token_hash').execute()
  for (const { token_hash } of sessions) facts.set(`session ${token_hash}`, 'open')
  return facts
}

/**
 * The state of schedules: histories, requests, no-shows, absences, availabilities and the audit
 * log.
 */
async function readPlans(db: Db, facts: Facts): Promise<void> {
  const history = db.selectFrom('review_history').select(['review_id', 'what'])
  const lines = await history.orderBy('at').orderBy('id').execute()
  for (const [id, own] of Map.groupBy(lines, (line) => line.review_id)) {
    facts.set(`history ${id}`, own.map(({ what }) => what).join(', '))
  }
  const auditLog = await db
    .selectFrom('audit_log')
    .select(['kind', 'subject_id', 'before'])
    .execute()
  const counted = auditLog.filter(({ kind, before }) => toAuditedValues[kind]?.test(before ?? ''))
  for (const [id, own] of Map.groupBy(counted, ({ subject_id }) => subject_id)) {
    facts.set(`trail ${id}`, String(own.length))
  }
  const requests = await db.selectFrom('reschedule_requests').selectAll().execute()
  for (const { review_id, reason, ended_at, declined_reason } of requests) {
    if (ended_at === null) facts.set(`request ${review_id}`, reason)
    if (declined_reason !== null) facts.set(`declined ${review_id}`, declined_reason)
  }
  for (const { slot_id, who } of await db.selectFrom('no_shows').selectAll().execute()) {
    facts.set(`no-show ${slot_id}`, who)
  }
  for (const { reviewer_id, date_from } of await db.selectFrom('absences').selectAll().execute()) {
    facts.set(`absence ${reviewer_id}`, date_from)
  }
  const blocks = await db.selectFrom('availability_blocks').selectAll().execute()
  for (const [reviewer, own] of Map.groupBy(blocks, ({ reviewer_id }) => reviewer_id)) {
    const times = own.map(({ time_from, time_to }) => `${time_from} to ${time_to}`)
    facts.set(`week ${reviewer}`, `${own.length} of ${times[0]}`)
  }
}

/** The audit log entries that are counted: slot changes, removals, availabilities and absences. */
const toAuditedValues: Partial<Record<string, RegExp>> = {
  reviews: /"slot_id"/,
  slots: /"starts_at"/,
  people: /"absence"|"availability"/,
}

/** A person's state as a fact. */
export const toPersonFact = (role: string, isVerified: boolean, isBlocked: boolean) =>
  `${role}, ${isVerified ? 'verified' : 'invited'}${isBlocked ? ', blocked' : ''}`

/** A review's state as a fact. */
export const toReviewFact = (review: { status: string; slot: string | null; isClosed: boolean }) =>
  `${review.status}, ${review.slot ?? 'no slot'}, ${review.isClosed ? 'closed' : 'open'}`
