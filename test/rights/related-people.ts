import { hourMs } from '#contract/kit/time/durations.ts'
import { type Role, roles } from '#contract/roles.ts'
import { hashPassword } from '#server/accounts/password.ts'
import { inTransaction } from '#server/kit/context.ts'
import { hashSecret, newId, newSecret } from '#server/kit/id.ts'
import { makeApiTokenRow } from '#test/accounts/api-token.ts'
import {
  insertPeople,
  makeDomain,
  makeReview,
  makeSlot,
  newPerson,
  newSession,
  type WithContext,
} from '#test/factories.ts'

/** Related people and their data, which others must not reach. */
export type RelatedPeople = {
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
export type RelatedPeopleWithInvited = RelatedPeople & {
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

const byRole = <T>(make: (role: Role) => T): Record<Role, T> => ({
  student: make('student'),
  advisor: make('advisor'),
  reviewer: make('reviewer'),
  admin: make('admin'),
})

/** Adds another group of related people to an app's school. */
export function makeRelatedPeople(app: WithContext): Promise<RelatedPeople> {
  return inTransaction(app.context, (context) => fillCircle({ ...app, context }))
}

async function fillCircle(app: WithContext): Promise<RelatedPeople> {
  const { db, clock } = app.context
  const now = clock()
  const domain = await makeDomain(app)
  const options = { domain, passwordHash: await passwordHash }
  const people = byRole((role) => newPerson(app, role, options))
  // In another domain, so that its reviewers can be chosen freely.
  const waitingStudent = newPerson(app, 'student', { domain: await makeDomain(app) })
  const ids = byRole((role) => people[role]._id)
  const sessions = byRole((role) => newSession(app, ids[role]).session)
  const { student, advisor, reviewer } = people
  await insertPeople(app, [...Object.values(people), waitingStudent])
  await db.insertInto('sessions').values(Object.values(sessions)).execute()
  await db
    .insertInto('reviewer_domains')
    .values({ reviewer_id: reviewer._id, domain_id: domain._id })
    .execute()
  const bookedSlot = await makeSlot(app, reviewer, now + hourMs)
  const freeSlot = await makeSlot(app, reviewer, now + 2 * hourMs)
  const review = await makeReview(app, { student, advisor, slot: bookedSlot })
  const waiting = await makeReview(app, { student: waitingStudent, advisor })
  const apiTokens = byRole((role) => makeApiTokenRow(app, ids[role]))
  const tokenRows = Object.values(apiTokens).map(({ row }) => row)
  await db.insertInto('api_tokens').values(tokenRows).execute()
  return {
    now,
    tokens: byRole((role) => people[role].token),
    people: ids,
    emails: byRole((role) => people[role].email),
    sessions: byRole((role) => sessions[role].id),
    apiTokens: byRole((role) => apiTokens[role]._id),
    domain: domain._id,
    task: await makeTask(app, domain._id),
    review,
    bookedSlot,
    waiting,
    freeSlot,
  }
}

/** The same with invited people. */
export function makeRelatedPeopleWithInvited(app: WithContext): Promise<RelatedPeopleWithInvited> {
  return inTransaction(app.context, (context) => fillInvitedCircle({ ...app, context }))
}

async function fillInvitedCircle(app: WithContext): Promise<RelatedPeopleWithInvited> {
  const { db, clock } = app.context
  const circle = await makeRelatedPeople(app)
  const newcomers = byRole(() => newSecret())
  const invitations = byRole(() => newSecret())
  const resets = byRole(() => newSecret())
  const newEmails = byRole(() => newSecret())
  const oldEmails = byRole(() => newSecret())
  const toLink = (personId: string, secret: string) => ({
    person_id: personId,
    secret_hash: hashSecret(secret),
    expires_at: clock() + hourMs,
  })
  const hasPassword = { passwordHash: await passwordHash }
  const invited = roles.flatMap((role) => [
    { secret: newcomers[role], person: newPerson(app, role, { verified: false }) },
    {
      secret: invitations[role],
      person: newPerson(app, role, { verified: false, ...hasPassword }),
    },
  ])
  const people = invited.map(({ person }) => person)
  await insertPeople(app, people)
  const links = invited.map(({ secret, person }) => toLink(person._id, secret))
  await db.insertInto('invitations').values(links).execute()
  const resetLinks = roles.map((role) => ({
    ...toLink(circle.people[role], resets[role]),
    asked_at_login: null,
  }))
  await db.insertInto('password_resets').values(resetLinks).execute()
  const changes = roles.flatMap((role) => {
    const [own, other] = [circle.emails[role], `${newId()}@elsewhere.test`]
    const person = circle.people[role]
    return [
      {
        id: newId(),
        old_email: own,
        new_email: other,
        changed_at: null,
        ...toLink(person, newEmails[role]),
      },
      {
        id: newId(),
        old_email: other,
        new_email: own,
        changed_at: clock(),
        ...toLink(person, oldEmails[role]),
      },
    ]
  })
  await db.insertInto('email_changes').values(changes).execute()
  return { ...circle, invitations, newcomers, resets, newEmails, oldEmails }
}

async function makeTask({ context }: WithContext, domainId: string): Promise<string> {
  const id = `task-of-${domainId}`
  const lines = JSON.stringify(['Read'])
  await context.db
    .insertInto('tasks')
    .values({
      id,
      domain_id: domainId,
      week: 1,
      created_at: context.clock(),
      personal_development: lines,
      technical: lines,
      miscellaneous: lines,
    })
    .execute()
  return id
}
