/** The tables whose rows the audit log refers to by id. */
const auditedTables = [
  'people',
  'sessions',
  'domains',
  'tasks',
  'slots',
  'reviews',
  'webhooks',
] as const
export type AuditedTable = (typeof auditedTables)[number]

/** These tables, and what is not a row: school-wide settings and mails, never logged. */
export const auditKinds = [
  ...auditedTables,
  ...(['second_factor_roles', 'locks', 'mails', 'school'] as const),
] as const
export type AuditKind = (typeof auditKinds)[number]
