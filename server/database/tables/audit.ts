import type { AuditKind } from '#contract/kit/kinds/audited-row-kind.ts'

export type AuditTables = {
  /** Who changed what: only ever added to. `before` and `after` are JSON of what differs. */
  audit_log: {
    id: string
    at: number
    person_id: string | null
    call: string
    address: string
    request_id: string
    kind: AuditKind
    subject_id: string
    before: string | null
    after: string | null
    /** The API token that made the call; null for a session. */
    token_name: string | null
  }
  /** Up to which instant old lines of a table may be deleted. */
  retention: { name: 'trail'; deleted_until: number }
}
