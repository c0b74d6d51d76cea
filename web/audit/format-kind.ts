import type { AuditKind } from '#contract/kit/kinds/audit-kind.ts'

/** What the things are called of which an audit log can tell. */
export const kindLabels: Record<AuditKind, string> = {
  people: 'People',
  sessions: 'Sessions',
  domains: 'Domains',
  tasks: 'Tasks',
  slots: 'Slots',
  reviews: 'Reviews',
  second_factor_roles: 'Second factor',
  mails: 'Mails',
  locks: 'Sign-in locks',
  school: 'School settings',
}
