import type { Role } from '#contract/roles.ts'

/** For parts shared by several roles: `npm test` runs them as one, `npm run test:long` as each. */
export const everyRole = '@every-role'

/**
 * Tests that are slow, or whose screen is also tested without a browser: only in `npm run
 * test:long`, on desktop and phone.
 */
export const slowTests = '@at-length'

/** Tags that `npm test` excludes at any width. */
export const excludedTags = [everyRole, slowTests]

/** Only on a phone in `npm test`, and also on desktop in `npm run test:long`. */
export const onPhone = '@phone'

/** Only on desktop, such as week columns and dragging. */
export const atDesk = '@desk'

/** Test details that tag all roles except the first, which `npm test` runs. */
export function tagUnlessFirst(first: Role, role: Role): { tag?: string } {
  return role === first ? {} : { tag: everyRole }
}
