/** What an entry of the audit log can be about, as its table is called; each row has its own id. */
const auditedTables = ['people', 'sessions', 'domains', 'tasks', 'slots', 'reviews'] as const
export type AuditedTable = (typeof auditedTables)[number]

/**
 * The same, what stands for the whole school, and mails, of which the audit log never has the text.
 */
export const auditKinds = [
  ...auditedTables,
  ...(['second_factor_roles', 'locks', 'mails', 'school'] as const),
] as const
export type AuditKind = (typeof auditKinds)[number]
