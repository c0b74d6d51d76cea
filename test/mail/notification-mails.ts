import { expect } from 'vitest'
import { hourMs } from '#contract/kit/time/durations.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { mailNotifications } from '#server/notifications/mail/mail-notifications.ts'
import { monday } from '../app.ts'
import { type BookedSchool, startBookedSchool } from '../schools/booked.ts'

/** A booked review whose mails are already sent, so that tests only see later ones. */
export async function startBookedSchoolWithMailsSent() {
  const of = await startBookedSchool()
  await mailNotifications(of.app.context)
  await of.app.context.db.deleteFrom('outbox').execute()
  return of
}

/** New mails by recipient: kinds and subjects. */
export async function readNewMails({ app, ...people }: BookedSchool) {
  await mailNotifications(app.context)
  const known = [people.student, people.advisor, people.reviewer, people.other]
  const nameOf = new Map(known.map((person) => [person.email, person.name]))
  const rows = await app.context.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  return rows.map(
    ({ kind, recipient, subject }) => `${kind} to ${nameOf.get(recipient)}: ${subject}`,
  )
}

/** Holds and marks the review, after which a decision is possible. */
export async function holdAndMark({ app, reviewer, id }: BookedSchool) {
  app.time.now = monday + 2 * hourMs
  const mark = { code: 80, theory: 80, weekStatus: 'Task Completed' as const }
  const { status } = await app.call(updateMark, {
    token: reviewer.token,
    body: { id, value: { mark } },
  })
  expect(status).toBe(200)
}

export async function letStudentGoOn({ app, advisor, student, id }: BookedSchool) {
  const value = { status: 'next-week' as const, student: student._id, week: 1 }
  const { status } = await app.call(createReview.advisor, {
    token: advisor.token,
    body: { id, value },
  })
  expect(status).toBe(200)
}
