import { z } from 'zod'
import { defineListEndpoint } from '../kit/endpoint.ts'
import { auditKinds } from '../kit/kinds/audited-row-kind.ts'
import { calendarDateSchema } from '../kit/time/calendar-date-schema.ts'
import { roles } from '../roles.ts'
import { auditActions } from './action.ts'

/** Column values by column name. Secret values are replaced by '…', addresses shortened. */
const Columns = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

const Named = z.object({ _id: z.string(), name: z.string() })

/** A row that an entry refers to, with its name. */
export const AuditReference = z.discriminatedUnion('kind', [
  Named.extend({ kind: z.literal('people'), role: z.enum(roles) }),
  Named.extend({ kind: z.literal('domains') }),
  z.object({ kind: z.literal('tasks'), _id: z.string(), week: z.number(), domain: Named }),
  /** `startsAt` is an ISO instant. */
  z.object({ kind: z.literal('slots'), _id: z.string(), startsAt: z.string(), reviewer: Named }),
  z.object({ kind: z.literal('reviews'), _id: z.string(), week: z.number(), student: Named }),
])
export type AuditReference = z.infer<typeof AuditReference>

/** One entry of the audit log: what a call did to one row. */
export const AuditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  /** Null if the caller was neither signed in nor identified by a link. */
  who: z
    .object({ _id: z.string(), name: z.string(), email: z.string(), role: z.enum(roles) })
    .nullable(),
  /** The name of the API token that made the call; null for a session. */
  token: z.string().nullable(),
  /** Method and path, such as 'PUT /advisor/book-slot'. */
  call: z.string(),
  /**
   * The row it is about. `name` is a person's, a domain's or, for a review, the student's; of a
   * webhook it is host and path.
   */
  about: z.object({ kind: z.enum(auditKinds), _id: z.string(), name: z.string().nullable() }),
  /** The action, such as 'slot-booked'. */
  deed: z.enum(auditActions),
  /** The row it is about and the rows its columns refer to, as far as they still exist. */
  mentions: z.array(AuditReference),
  /** The columns that changed. `before` is null for an added row, `after` for a removed one. */
  before: Columns.nullable(),
  after: Columns.nullable(),
  address: z.string(),
  /** The same id as in the reply's header and in the server log. */
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const auditFilters = {
  /** Part of the name or email of the actor or of the person it was about. */
  search: z.string().max(200).optional(),
  /** Instead of `search`: the id of a person, for changes of them and of their reviews. */
  person: z.string().max(100).optional(),
  kind: z.enum(auditKinds).optional(),
  /** The first and last date, in the school's time zone. */
  from: calendarDateSchema.optional(),
  to: calendarDateSchema.optional(),
}

export const listAuditLog = defineListEndpoint({
  role: 'admin',
  may: 'read the audit log',
  path: '/trail',
  summary: 'Lists the audit log: who changed what, when and from where, newest first',
  query: auditFilters,
  item: AuditEntry,
})
