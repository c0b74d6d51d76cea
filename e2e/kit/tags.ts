import type { Role } from '#contract/roles.ts'

/**
 * What is made of the same parts for several roles: `npm test` shows it as one of them,
 * `npm run test:long` as each.
 */
export const everyRole = '@every-role'

/** What takes its time: `npm run test:long` alone shows it, at a desk and on a phone. */
export const atLength = '@at-length'

/** What `npm test` leaves out at any width. */
export const leftOut = [everyRole, atLength]

/** What `npm test` shows on a phone alone, and `npm run test:long` at a desk too. */
export const onPhone = '@phone'

/** What a desk alone has, such as a week in columns and what is dragged there: no phone shows it. */
export const atDesk = '@desk'

/** A test's details: tagged unless this is the role as which `npm test` shows it. */
export function onceAs(first: Role, role: Role): { tag?: string } {
  return role === first ? {} : { tag: everyRole }
}
