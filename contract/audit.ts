import { z } from 'zod'
import { auditActions } from './audit/action.ts'
import { listEndpoint } from './kit/endpoint.ts'
import { auditKinds } from './kit/kinds/audit-kind.ts'
import { CalendarDate } from './kit/time/calendar-date.ts'
import { roles } from './roles.ts'

/** Values of a row's columns by their names; what is secret is shown as '…'. */
const Columns = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

const Named = z.object({ _id: z.string(), name: z.string() })

/** Something that a line names by its id, with what it is called. */
export const AuditReference = z.discriminatedUnion('kind', [
  Named.extend({ kind: z.literal('people'), role: z.enum(roles) }),
  Named.extend({ kind: z.literal('domains') }),
  z.object({ kind: z.literal('tasks'), _id: z.string(), week: z.number(), domain: Named }),
  /** `startsAt` is an ISO instant. */
  z.object({ kind: z.literal('slots'), _id: z.string(), startsAt: z.string(), reviewer: Named }),
  z.object({ kind: z.literal('reviews'), _id: z.string(), week: z.number(), student: Named }),
])
export type AuditReference = z.infer<typeof AuditReference>

/** One entry of the audit log: what a call did with one thing. */
export const AuditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  /** Null where nobody was signed in or named by a link. */
  who: z
    .object({ _id: z.string(), name: z.string(), email: z.string(), role: z.enum(roles) })
    .nullable(),
  /** Method and path, such as 'PUT /advisor/book-slot'. */
  call: z.string(),
  /** What it was about; the name is a person's (of a review the student's) or a domain's. */
  about: z.object({ kind: z.enum(auditKinds), _id: z.string(), name: z.string().nullable() }),
  /** What it comes to, such as 'slot-booked'. */
  deed: z.enum(auditActions),
  /** What it is about and what its columns refer to, as far as it is still there. */
  mentions: z.array(AuditReference),
  /** What differed before and after; null before it was added and after it was removed. */
  before: Columns.nullable(),
  after: Columns.nullable(),
  address: z.string(),
  /** As in the reply's header and in the log. */
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditLog = listEndpoint({
  role: 'admin',
  may: 'read the audit log',
  path: '/trail',
  summary: 'Lists the audit log: who changed what, when and from where, newest first',
  query: {
    /** Whose name or email, of those who did it or whom it was about, contains this. */
    search: z.string().max(200).optional(),
    kind: z.enum(auditKinds).optional(),
    /** The first and the last date, in the school's zone. */
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
  },
  item: AuditEntry,
})
