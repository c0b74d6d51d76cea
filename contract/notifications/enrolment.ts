import { z } from 'zod'
import { courseOutcomes } from '../kit/kinds/course-outcome.ts'
import { formatDayInZone } from '../kit/time/zone.ts'
import { formatReason, formatWeekReview, type Reader } from './format-review.ts'

export const EnrolmentChange = z.object({
  what: z.enum(['paused', 'resumed', ...courseOutcomes, 'reopened']),
  /** The name of who did it; null if the pause has ended by itself. */
  by: z.string().nullable(),
  student: z.object({ _id: z.string(), name: z.string() }),
  week: z.number(),
  /** Of a pause: the date (YYYY-MM-DD) on which the course resumes; null if an admin resumes it. */
  until: z.string().nullable(),
  /** Of a pause, or of the end of a course. */
  reason: z.string().nullable(),
  /** Of a course that continues: when the review is due, as an ISO instant. */
  due: z.string().nullable(),
})
export type EnrolmentChange = z.output<typeof EnrolmentChange>

export const enrolmentChangedNotification = {
  label: 'A course is paused, resumed or finished',
  to: ['student', 'advisor'] as const,
  schema: EnrolmentChange,
  mail: 'batched' as const,
  subject: ({ what, student, until }: EnrolmentChange, { role }: Reader) => {
    const isOwn = role === 'student'
    const course = isOwn ? 'Your course' : `${student.name}’s course`
    if (what === 'paused') return `${course} is paused${formatUntil(until)}`
    if (what === 'resumed' || what === 'reopened') return `${course} continues`
    return isOwn ? `You have ${ends[what]}` : `${student.name} has ${ends[what]}`
  },
  text: ({ what, by, student, week, until, reason, due }: EnrolmentChange, reader: Reader) => {
    const isOwn = reader.role === 'student'
    const course = isOwn ? 'your course' : `${student.name}’s course`
    if (what === 'paused') {
      return `${by ?? 'An admin'} paused ${course}${formatUntil(until)}${formatReason({ reason })}`
    }
    if (what === 'graduated' || what === 'left') {
      const recorded = `${by ?? 'An admin'} recorded that ${isOwn ? 'you have' : `${student.name} has`}`
      return `${recorded} ${ends[what]}${formatReason({ reason })}`
    }
    const said = by === null ? `The pause of ${course} is over.` : `${by} ${what} ${course}.`
    const review = `${isOwn ? 'Your' : 'The'} ${formatWeekReview(week)}`
    return due === null
      ? said
      : `${said} ${review} is due on ${formatDayInZone(Date.parse(due), reader.schoolZone)}.`
  },
}

/**
 * Whether a change makes an earlier one obsolete. A reopening also ends a pause if it sets a due
 * date.
 */
export function isSupersededBy(
  earlier: EnrolmentChange,
  { what, due }: Pick<EnrolmentChange, 'what' | 'due'>,
): boolean {
  if (earlier.what === 'paused') return what === 'resumed' || (what === 'reopened' && due !== null)
  return what === 'reopened' && (earlier.what === 'graduated' || earlier.what === 'left')
}

/** How a course ends, to follow 'you have'. */
const ends = { graduated: 'graduated', left: 'left the course' }

const formatUntil = (until: string | null) => (until === null ? '' : ` until ${formatDate(until)}`)
const formatDate = (date: string) => formatDayInZone(Date.parse(`${date}T00:00:00Z`), 'UTC')
