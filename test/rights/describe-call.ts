import { basePath, type Role } from '#contract/roles.ts'
import { makeCode } from '#test/accounts/second-factor.ts'
import type { Making } from '#test/factories.ts'
import type { Circle } from './circle.ts'

export type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
}

/** One call, as it is made upon what a circle has. */
export type KnownCall = {
  /** What must be so before, for the call to do what it does. */
  before?: (app: Making, of: Circle) => Promise<unknown>
  input: (of: Circle) => Input
  /**
   * Whose the things are that the input names: 'own' ones of others must not be found; 'everyone'
   * of the role may see and change any; 'nothing' is named, and what comes back is the caller's.
   */
  reaches: 'own' | 'everyone' | 'nothing'
}

export const nothing: KnownCall = { input: () => ({}), reaches: 'nothing' }
export const everyone = (input: KnownCall['input'] = () => ({})): KnownCall => ({
  input,
  reaches: 'everyone',
})

export const own = (input: KnownCall['input']): KnownCall => ({ input, reaches: 'own' })
/** Admins may do for everybody what others may do for their own. */
export const ownByRole = { student: own, advisor: own, reviewer: own, admin: everyone }
export const reviewById = own(({ review }) => ({ query: { id: review } }))

/** The same call below the base path of several roles. */
export function each<R extends Role>(
  several: readonly R[],
  call: string,
  make: (role: R) => KnownCall,
): [string, KnownCall][] {
  const [method, path] = call.split(' ')
  return several.map((role) => [`${method} ${basePath[role]}${path}`, make(role)])
}

/** A key of a second factor, and the code that it shows when a circle is made. */
const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const codeFor = ({ now }: Circle) => makeCode(key, now)

export const secondFactor =
  (role: Role, confirmed: boolean): NonNullable<KnownCall['before']> =>
  ({ context }, { people, now }) =>
    context.db
      .insertInto('second_factors')
      .values({
        ...{ person_id: people[role], secret: key, last_step: 0, created_at: now },
        confirmed_at: confirmed ? now : null,
      })
      .execute()

export const profile = { number: '5550001111', address: '1 Main Street' }

/** An absence of the circle's reviewer, by the id of its domain. */
export const keepAbsence: NonNullable<KnownCall['before']> = (
  { context },
  { people, domain, now },
) =>
  context.db
    .insertInto('absences')
    .values({
      ...{ id: `absence-${domain}`, reviewer_id: people.reviewer, created_at: now },
      ...{ date_from: '2026-04-01', date_to: '2026-04-01', reason: 'Ill' },
    })
    .execute()
