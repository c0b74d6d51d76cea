import { z } from 'zod'
import { AuditEntry, auditFilters } from './audit/audit.ts'
import { HoursRow, hoursDates, hoursRefusals } from './hours.ts'
import { defineEndpoint, makeSortSchema } from './kit/endpoint.ts'
import type { Refusal } from './kit/refusal.ts'
import { ListedPerson, makePeopleFilters } from './people/people.ts'
import { studentReviewSorts } from './reviews/person-reviews.ts'
import { Review, reviewFilters, WeekStatus, WeekTaskStates } from './reviews/reviews.ts'

/** The formats of an export; a screen offers each. */
export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What every exported person has. */
const state = { verified: z.boolean(), blocked: z.boolean(), _id: z.string() }
const someone = { name: z.string(), email: z.string() }

/** The first columns have the names that an import of people reads; `advisor` is an email. */
export const StudentRow = z.object({
  ...someone,
  domain: z.string().nullable(),
  week: z.number().nullable(),
  advisor: z.string().nullable(),
  ...state,
  paused: z.boolean(),
  finished: ListedPerson.shape.finished,
})

export const AdvisorRow = z.object({
  ...someone,
  students: z.number(),
  blockedStudents: z.number(),
  overdueReviews: z.number(),
  ...state,
  pausedStudents: z.number(),
})

export const ReviewerRow = z.object({
  ...someone,
  domains: z.array(z.string()),
  bookedReviews: z.number(),
  ...state,
})

/** An entry of the audit log; `about` is the name of what it changed. */
export const AuditRow = z.object({
  ...AuditEntry.pick({ at: true, deed: true }).shape,
  by: z.string().nullable(),
  byEmail: z.string().nullable(),
  byRole: z.string().nullable(),
  kind: z.string(),
  about: z.string().nullable(),
  aboutId: z.string(),
  ...AuditEntry.pick({ before: true, after: true, call: true }).shape,
  ...AuditEntry.pick({ address: true, requestId: true, _id: true, token: true }).shape,
})

/** A review; `due` and `startsAt` are ISO instants. Without marks, `code` and `theory` are null. */
export const ReviewRow = z.object({
  student: z.string(),
  email: z.string(),
  domain: z.string().nullable(),
  ...Review.pick({ week: true, status: true, isClosed: true }).shape,
  due: z.string(),
  startsAt: z.string().nullable(),
  advisor: z.string().nullable(),
  reviewer: z.string().nullable(),
  code: z.number().nullable(),
  theory: z.number().nullable(),
  weekStatus: WeekStatus,
  ...WeekTaskStates.shape,
  ...Review.pick({ pendingTask: true, _id: true }).shape,
})

type List<Query, Row> = {
  may: 'manage people' | 'look at every review' | 'watch the school' | 'read the audit log'
  refuses?: Refusal[]
  /** The filters and the order of the list. */
  query: Query
  row: Row
  /** The rows in words. */
  of: string
}

/** An export of a list in each format: all of it, not a page. */
function exportEndpoints<Query extends z.ZodRawShape, Row extends z.ZodObject>(
  name: string,
  { may, query, row, of, refuses = [] }: List<Query, Row>,
) {
  const inFormat = (format: ExportFormat, reply: z.ZodType) =>
    defineEndpoint({
      role: 'admin',
      may,
      method: 'GET',
      path: `/export/${name}.${format}`,
      summary: `Exports ${of} as ${format.toUpperCase()}`,
      query: z.object(query),
      reply,
      refuses,
    })
  return { csv: inFormat('csv', z.string()), json: inFormat('json', z.array(row)) }
}

/** The name of the file of an export made on a date: 'students-2026-03-02.csv'. */
export function getExportName({ path }: { path: string }, date: string): string {
  return path.replace(/^.*\/(\w+)\.(\w+)$/, `$1-${date}.$2`)
}

export const exportStudents = exportEndpoints('students', {
  may: 'manage people',
  of: 'students',
  query: makePeopleFilters('student'),
  row: StudentRow,
})

export const exportAdvisors = exportEndpoints('advisors', {
  may: 'manage people',
  of: 'advisors',
  query: makePeopleFilters('advisor'),
  row: AdvisorRow,
})

export const exportReviewers = exportEndpoints('reviewers', {
  may: 'manage people',
  of: 'reviewers',
  query: makePeopleFilters('reviewer'),
  row: ReviewerRow,
})

export const exportAuditLog = exportEndpoints('trail', {
  may: 'read the audit log',
  of: 'the audit log',
  query: auditFilters,
  row: AuditRow,
})

const personId = z.string().max(100).optional()

export const exportReviews = exportEndpoints('reviews', {
  may: 'look at every review',
  of: 'reviews',
  row: ReviewRow,
  query: {
    ...reviewFilters,
    /** Part of a student's name or email. */
    search: z.string().max(200).optional(),
    domain: z.string().max(100).optional(),
    week: z.coerce.number().int().min(0).max(1_000).optional(),
    student: personId,
    advisor: personId,
    reviewer: personId,
    sort: makeSortSchema(studentReviewSorts),
  },
})

export const exportHours = exportEndpoints('hours', {
  may: 'watch the school',
  of: 'reviewers’ hours by day and domain',
  row: HoursRow,
  query: hoursDates,
  refuses: [hoursRefusals.badDates],
})
