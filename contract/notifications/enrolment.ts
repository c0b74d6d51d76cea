import { z } from 'zod'
import { dayInZone } from '../kit/time/zone.ts'
import { formatReason, formatReview, type Reader } from './format-review.ts'

const EnrolmentChange = z.object({
  what: z.enum(['paused', 'resumed']),
  /** The name of who did it; null if the pause has ended by itself. */
  by: z.string().nullable(),
  student: z.object({ _id: z.string(), name: z.string() }),
  week: z.number(),
  /** Of a pause: its last date (YYYY-MM-DD) and reason. */
  until: z.string().nullable(),
  reason: z.string().nullable(),
  /** Of a course that continues: when the review is due, as an ISO instant. */
  due: z.string().nullable(),
})
export type EnrolmentChange = z.output<typeof EnrolmentChange>

export const enrolmentChanged = {
  label: 'A course is paused or resumed',
  to: ['student', 'advisor'] as const,
  schema: EnrolmentChange,
  mail: 'batched' as const,
  subject: ({ what, student, until }: EnrolmentChange, { role }: Reader) => {
    const course = role === 'student' ? 'Your course' : `${student.name}’s course`
    return what === 'resumed' ? `${course} continues` : `${course} is paused${formatUntil(until)}`
  },
  text: ({ what, by, student, week, until, reason, due }: EnrolmentChange, reader: Reader) => {
    const isOwn = reader.role === 'student'
    const course = isOwn ? 'your course' : `${student.name}’s course`
    if (what === 'paused') {
      return `${by ?? 'An admin'} paused ${course}${formatUntil(until)}${formatReason({ reason })}`
    }
    const said = by === null ? `The pause of ${course} is over.` : `${by} resumed ${course}.`
    const review = `${isOwn ? 'Your' : 'The'} ${formatReview(week)}`
    return due === null
      ? said
      : `${said} ${review} is due on ${dayInZone(Date.parse(due), reader.timeZone)}.`
  },
}

const formatUntil = (until: string | null) => (until === null ? '' : ` until ${formatDate(until)}`)
const formatDate = (date: string) => dayInZone(Date.parse(`${date}T00:00:00Z`), 'UTC')
