import { basePath, type Role } from '#contract/roles.ts'
import { inTransaction } from '#server/kit/context.ts'
import { createPerson } from '#server/people/actions.ts'
import { makeCode } from '#test/accounts/second-factor.ts'
import type { WithContext } from '#test/factories.ts'
import { insertCalendar } from '#test/private-calendar/insert.ts'
import type { RelatedPeople } from './related-people.ts'

export type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
}

/** A call, made with the data of a group of related people. */
export type KnownCall = {
  /** What must be set up for the call to work. */
  before?: (app: WithContext, of: RelatedPeople) => Promise<unknown>
  input: (of: RelatedPeople) => Input
  /**
   * What the input refers to. 'own': other people's data must not be found. 'everyone': the role
   * may see and change all of it. 'nothing': only the caller's data is returned.
   */
  reaches: 'own' | 'everyone' | 'nothing'
}

export const reachesNothing: KnownCall = { input: () => ({}), reaches: 'nothing' }
export const reachesEveryone = (input: KnownCall['input'] = () => ({})): KnownCall => ({
  input,
  reaches: 'everyone',
})

export const reachesOwn = (input: KnownCall['input']): KnownCall => ({ input, reaches: 'own' })
/** Admins may do for everyone what others may do for their own. */
export const reachesByRole = {
  student: reachesOwn,
  advisor: reachesOwn,
  reviewer: reachesOwn,
  admin: reachesEveryone,
}
export const reachesOwnReview = reachesOwn(({ review }) => ({ query: { id: review } }))

/** The same call for several roles. */
export function repeatForRoles<R extends Role>(
  several: readonly R[],
  call: string,
  make: (role: R) => KnownCall,
): [string, KnownCall][] {
  const [method, path] = call.split(' ')
  return several.map((role) => [`${method} ${basePath[role]}${path}`, make(role)])
}

/** A second factor's key, and its code at the time of creation. */
const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const getSecondFactorCode = ({ now }: RelatedPeople) => makeCode(key, now)

export const secondFactor =
  (role: Role, confirmed: boolean): NonNullable<KnownCall['before']> =>
  (app, { people, now }) =>
    switchOnSecondFactor(app, { personId: people[role], now, confirmed })

export function switchOnSecondFactor(
  { context }: WithContext,
  { personId, now, confirmed = true }: { personId: string; now: number; confirmed?: boolean },
) {
  return context.db
    .insertInto('second_factors')
    .values({
      person_id: personId,
      secret: key,
      last_step: 0,
      created_at: now,
      confirmed_at: confirmed ? now : null,
    })
    .execute()
}

export const profile = { number: '5550001111', address: '1 Main Street' }

/** An invited student, by the id of the group's review. */
export const getInvitedId = ({ review }: RelatedPeople) => `invited-${review}`
export const makeInvitedStudent: NonNullable<KnownCall['before']> = (app, of) =>
  inTransaction(app.context, (tx) => {
    const id = getInvitedId(of)
    return createPerson(tx, { id, role: 'student', name: 'Nova', email: `${id}@new.test` })
  })

/** An absence of the reviewer, by the id of the domain. */
export const makeAbsence: NonNullable<KnownCall['before']> = (
  { context },
  { people, domain, now },
) =>
  context.db
    .insertInto('absences')
    .values({
      id: `absence-${domain}`,
      reviewer_id: people.reviewer,
      created_at: now,
      date_from: '2026-04-01',
      date_to: '2026-04-01',
      reason: 'Ill',
    })
    .execute()

/** The reviewer's own calendar. */
export const makeCalendar: NonNullable<KnownCall['before']> = (app, { people, now }) =>
  insertCalendar(app, people.reviewer, now)
