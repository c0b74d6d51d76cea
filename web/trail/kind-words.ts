import type { TrailKind } from '#contract/kit/trail-kind.ts'

/** What the things are called of which a trail can tell. */
export const kindWords: Record<TrailKind, string> = {
  people: 'People',
  sessions: 'Sessions',
  domains: 'Domains',
  tasks: 'Tasks',
  slots: 'Slots',
  reviews: 'Reviews',
  second_factor_roles: 'Roles with a second factor',
  mails: 'Mails',
  locks: 'Locks',
  school: 'School settings',
}
