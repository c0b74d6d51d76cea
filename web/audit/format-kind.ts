import type { AuditKind } from '#contract/kit/kinds/audit-kind.ts'

/** The labels of the kinds that the audit log covers. */
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
