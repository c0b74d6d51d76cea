import { hourMs } from '#contract/kit/time/durations.ts'
import type { Role } from '#contract/roles.ts'
import { hashPassword } from '#server/accounts/password.ts'
import { inTransaction } from '#server/kit/context.ts'
import { hashSecret, newId, newSecret } from '#server/kit/id.ts'
import { makeApiToken } from '#test/accounts/api-token.ts'
import { openSession } from '#test/accounts/session.ts'
import { type Making, makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

/** Related people and their data, which others must not reach. */
export type Circle = {
  /** When it was created (ms since 1970). */
  now: number
  tokens: Record<Role, string>
  people: Record<Role, string>
  emails: Record<Role, string>
  /** The id of another session of each. */
  sessions: Record<Role, string>
  /** The id of an API token of each. */
  apiTokens: Record<Role, string>
  domain: string
  task: string
  /** Booked, in an hour. */
  review: string
  bookedSlot: string
  /** Waits for a slot. */
  waiting: string
  freeSlot: string
}

/** Also with people who are invited and have not joined. */
export type InvitedCircle = Circle & {
  /** The secrets of invited people with a password. */
  invitations: Record<Role, string>
  /** The same without a password. */
  newcomers: Record<Role, string>
  /** The secrets of password reset links. */
  resets: Record<Role, string>
  /** The secrets of links that confirm a new email, and that undo one. */
  newEmails: Record<Role, string>
  oldEmails: Record<Role, string>
}

export const password = 'correct horse battery'
const passwordHash = hashPassword(password)

const byRole = async <T>(make: (role: Role) => Promise<T>): Promise<Record<Role, T>> => ({
  student: await make('student'),
  advisor: await make('advisor'),
  reviewer: await make('reviewer'),
  admin: await make('admin'),
})

/** Adds another group of related people to an app's school. */
export function makeCircle(app: Making): Promise<Circle> {
  return inTransaction(app.context, (context) => fillCircle({ ...app, context }))
}

async function fillCircle(app: Making): Promise<Circle> {
  const { context } = app
  const now = context.clock()
  const domain = await makeDomain(app)
  const people = await byRole((role) => makePerson(app, role, { domain }))
  const ids = {
    student: people.student._id,
    advisor: people.advisor._id,
    reviewer: people.reviewer._id,
    admin: people.admin._id,
  }
  await context.db
    .updateTable('people')
    .set({ password_hash: await passwordHash })
    .where('id', 'in', Object.values(ids))
    .execute()
  const { student, advisor, reviewer } = people
  await context.db
    .insertInto('reviewer_domains')
    .values({ reviewer_id: reviewer._id, domain_id: domain._id })
    .execute()
  const bookedSlot = await makeSlot(app, reviewer, now + hourMs)
  const freeSlot = await makeSlot(app, reviewer, now + 2 * hourMs)
  const review = await makeReview(app, { student, advisor, slot: bookedSlot })
  const waiting = await makeReview(app, { student: await makePerson(app, 'student'), advisor })
  return {
    now,
    tokens: await byRole(async (role) => people[role].token),
    people: ids,
    emails: await byRole(async (role) => people[role].email),
    sessions: await byRole((role) => anotherSession(app, ids[role])),
    apiTokens: await byRole(async (role) => (await makeApiToken(app, ids[role]))._id),
    ...{ domain: domain._id, task: await makeTask(app, domain._id) },
    ...{ review, bookedSlot, waiting, freeSlot },
  }
}

/** The same with invited people. */
export function makeInvitedCircle(app: Making): Promise<InvitedCircle> {
  return inTransaction(app.context, (context) => fillInvitedCircle({ ...app, context }))
}

async function fillInvitedCircle(app: Making): Promise<InvitedCircle> {
  const circle = await makeCircle(app)
  const invited = (hash: string | null) => byRole((role) => mailInvitation(app, role, hash))
  const newcomers = await invited(null)
  const invitations = await invited(await passwordHash)
  const resets = await byRole((role) => mailReset(app, circle.people[role]))
  const newEmails = await byRole((role) => mailChange(app, circle, role, false))
  const oldEmails = await byRole((role) => mailChange(app, circle, role, true))
  return { ...circle, invitations, newcomers, resets, newEmails, oldEmails }
}

/** Invites a person, who has chosen this password unless it is null. */
async function mailInvitation(
  app: Making,
  role: Role,
  password_hash: string | null,
): Promise<string> {
  const { db, clock } = app.context
  const { _id } = await makePerson(app, role, { verified: false })
  const secret = newSecret()
  await db.updateTable('people').set({ password_hash }).where('id', '=', _id).execute()
  await db
    .insertInto('invitations')
    .values({ person_id: _id, secret_hash: hashSecret(secret), expires_at: clock() + hourMs })
    .execute()
  return secret
}

async function mailReset({ context }: Making, personId: string): Promise<string> {
  const secret = newSecret()
  await context.db
    .insertInto('password_resets')
    .values({
      person_id: personId,
      secret_hash: hashSecret(secret),
      expires_at: context.clock() + hourMs,
      asked_at_login: null,
    })
    .execute()
  return secret
}

/** Changes a person's email, or only requests the change. */
async function mailChange(
  { context }: Making,
  { people, emails }: Circle,
  role: Role,
  isChanged: boolean,
): Promise<string> {
  const [secret, now] = [newSecret(), context.clock()]
  const other = `${secret}@elsewhere.test`.toLowerCase()
  const [old_email, new_email] = isChanged ? [other, emails[role]] : [emails[role], other]
  await context.db
    .insertInto('email_changes')
    .values({
      ...{ id: newId(), person_id: people[role], old_email, new_email },
      ...{ secret_hash: hashSecret(secret), expires_at: now + hourMs },
      changed_at: isChanged ? now : null,
    })
    .execute()
  return secret
}

async function anotherSession({ context }: Making, personId: string): Promise<string> {
  await openSession(context, personId)
  const { id } = await context.db
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

async function makeTask({ context }: Making, domainId: string): Promise<string> {
  const id = `task-of-${domainId}`
  const lines = JSON.stringify(['Read'])
  await context.db
    .insertInto('tasks')
    .values({
      ...{ id, domain_id: domainId, week: 1, created_at: context.clock() },
      ...{ personal_development: lines, technical: lines, miscellaneous: lines },
    })
    .execute()
  return id
}
