import type { z } from 'zod'
import type { AuditEntry } from '#contract/audit/audit.ts'
import type { AdvisorRow, AuditRow, ReviewerRow, ReviewRow, StudentRow } from '#contract/exports.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import type { Review } from '#contract/reviews/reviews.ts'

const getState = ({ isProfileVerified, isBlocked, _id }: ListedPerson) => ({
  verified: isProfileVerified,
  blocked: isBlocked,
  _id,
})

const getDomains = ({ domains }: ListedPerson) => domains.map(({ name }) => name)

export function toStudentRow(person: ListedPerson): z.output<typeof StudentRow> {
  const { name, email, week, advisor, isPaused, finished } = person
  const [domain = null] = getDomains(person)
  return {
    name,
    email,
    domain,
    week,
    advisor: advisor?.email ?? null,
    ...getState(person),
    paused: isPaused,
    finished,
  }
}

export function toAdvisorRow(person: ListedPerson): z.output<typeof AdvisorRow> {
  const { name, email, students, blockedStudents, pausedStudents, overdueReviews } = person
  return {
    name,
    email,
    students: students ?? 0,
    blockedStudents: blockedStudents ?? 0,
    overdueReviews: overdueReviews ?? 0,
    ...getState(person),
    pausedStudents: pausedStudents ?? 0,
  }
}

export function toReviewerRow(person: ListedPerson): z.output<typeof ReviewerRow> {
  const { name, email, bookedReviews } = person
  const domains = getDomains(person)
  return { name, email, domains, bookedReviews: bookedReviews ?? 0, ...getState(person) }
}

export function toAuditRow(entry: AuditEntry): z.output<typeof AuditRow> {
  const { at, deed, who, about, before, after, call, address, requestId, _id, token } = entry
  return {
    at,
    deed,
    by: who?.name ?? null,
    byEmail: who?.email ?? null,
    byRole: who?.role ?? null,
    kind: about.kind,
    about: about.name,
    aboutId: about._id,
    before,
    after,
    call,
    address,
    requestId,
    _id,
    token,
  }
}

export function toReviewRow(review: Review): z.output<typeof ReviewRow> {
  const { student, week, status, isClosed, date, startsAt, advisor, reviewer } = review
  const { code, theory, weekStatus } = review.mark
  const isMarked = status === 'conducted'
  return {
    student: student.name,
    email: student.email,
    domain: student.domain?.name ?? null,
    week,
    status,
    isClosed,
    due: date,
    startsAt,
    advisor: advisor?.name ?? null,
    reviewer: reviewer?.name ?? null,
    code: isMarked ? code : null,
    theory: isMarked ? theory : null,
    weekStatus,
    ...review.taskStatus,
    pendingTask: review.pendingTask,
    _id: review._id,
  }
}
