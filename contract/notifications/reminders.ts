import { z } from 'zod'
import { linkedPagePaths } from '../kit/linked-page-paths.ts'
import { formatCount } from '../kit/text/plural.ts'
import { hourMs } from '../kit/time/durations.ts'
import { formatDayInZone } from '../kit/time/zone.ts'
import { bookingHorizonDaysDefault } from '../limits/limits.ts'
import { slotShortageMailUsefulHours } from '../limits/notifications.ts'
import { type Turn, turnSteps } from '../reviews/turn.ts'
import { describeShortage } from '../school/slot-shortage.ts'
import {
  formatMailSubject,
  formatNextActor,
  formatWeekReview,
  formatWhenWithReviewer,
  formatWhoseReview,
  getLatestStart,
  getSlotDetails,
  joinNames,
  type Reader,
  ReminderPayload,
  toMidSentence,
} from './format-review.ts'

/** The participants of the call. Advisors only hear about the outcome. */
const callers = ['student', 'reviewer'] as const

const upcomingSlotReminder = {
  to: callers,
  schema: ReminderPayload,
  details: (payload: ReminderPayload, reader: Reader) =>
    getSlotDetails({ ...payload, from: null }, reader),
  goodUntil: ({ to }: ReminderPayload) => getLatestStart([to]),
}

export const dayReminderNotification = {
  ...upcomingSlotReminder,
  label: 'A reminder one day before a review',
  subject: (payload: ReminderPayload, reader: Reader) =>
    formatMailSubject('Reminder', { ...payload, place: payload.to }, reader),
  text: (payload: ReminderPayload, reader: Reader) =>
    `Reminder: ${toMidSentence(formatWhoseReview(payload, reader))} is${formatWhenWithReviewer(payload.to, reader)}.`,
}

export const hourReminderNotification = {
  ...upcomingSlotReminder,
  label: 'A reminder one hour before a review',
  subject: (payload: ReminderPayload, reader: Reader) =>
    formatMailSubject('Starts soon', { ...payload, place: payload.to }, reader),
  text: (payload: ReminderPayload, reader: Reader) =>
    `${formatWhoseReview(payload, reader)} starts soon,${formatWhenWithReviewer(payload.to, reader)}.`,
}

export const overdueNotification = {
  label: 'A review is overdue',
  to: ['student', 'advisor'] as const,
  schema: ReminderPayload,
  mail: 'batched' as const,
  subject: (payload: ReminderPayload, reader: Reader) =>
    `${formatWhoseReview(payload, reader)} is overdue`,
  text: (payload: ReminderPayload, reader: Reader) => {
    const said = `${formatWhoseReview(payload, reader)} was due on ${formatDayInZone(Date.parse(payload.due), reader.schoolZone)} and has no slot`
    return reader.role === 'student' ? `${said}. ${formatNextActor(payload)} book one.` : `${said}.`
  },
}

/** About one review, or about all overdue ones of an advisor. `by` is null for automatic ones. */
const Reminded = z.union([
  /** Without a step, the student is reminded of the review. */
  ReminderPayload.extend({ by: z.string().nullable(), step: z.enum(turnSteps).optional() }),
  z.object({
    by: z.string(),
    overdue: z.number(),
    /** The longest overdue, as many as fit. Older notifications have none. */
    students: z.array(z.string()).default([]),
  }),
])
type Reminded = z.infer<typeof Reminded>

export const manualReminderNotification = {
  label: 'Someone sends you a reminder',
  to: ['student', 'advisor', 'reviewer'] as const,
  schema: Reminded,
  mail: 'batched' as const,
  subject: (payload: Reminded, reader: Reader) =>
    'student' in payload && payload.by === null
      ? `${formatWhoseReview(payload, reader)} has no marks yet`
      : reminderFrom(payload.by),
  text: (payload: Reminded, reader: Reader) => {
    if ('overdue' in payload) {
      const reviews = formatCount(payload.overdue, 'review is', 'reviews are')
      const need = payload.overdue === 1 ? 'needs' : 'need'
      return `${reminderFrom(payload.by)}: ${reviews} overdue and ${need} a slot${ofStudents(payload)}.`
    }
    const { by, to, due, step } = payload
    if (step !== undefined) return describeStep(payload, step, reader)
    const review = `${reminderFrom(by)}: ${toMidSentence(formatWhoseReview(payload, reader))} is`
    if (to) return `${review}${formatWhenWithReviewer(to, reader)}.`
    const said = `${review} due on ${formatDayInZone(Date.parse(due), reader.schoolZone)}.`
    return reader.role === 'student' ? `${said} ${formatNextActor(payload)} book a slot.` : said
  },
}

const reminderFrom = (by: string | null) => `Reminder from ${by}`

/** Says what the reader needs to do about a review. */
function describeStep(
  { by, student, week, to, due }: ReminderPayload & { by: string | null },
  step: Turn['step'],
  reader: Reader,
): string {
  const review = formatWhoseReview({ student, week }, reader)
  if (by === null) return `${review}${formatWhenWithReviewer(to, reader)} has no marks yet.`
  if (step === 'mark')
    return `${reminderFrom(by)}: ${review}${formatWhenWithReviewer(to, reader)} has no marks yet.`
  if (step === 'decide') {
    return `${reminderFrom(by)}: ${review} has been marked. Decide whether ${student.name} repeats the week or moves on.`
  }
  const day = formatDayInZone(Date.parse(due), reader.schoolZone)
  return `${reminderFrom(by)}: ${review}, due on ${day}, needs a slot.`
}

/** Such as ': Lars Kim and 2 more'. */
function ofStudents({ overdue, students }: { overdue: number; students: string[] }): string {
  return students.length === 0 ? '' : `: ${joinNames(students, overdue)}`
}

/** Notifications of an older version have no `day`: they counted all waiting reviews. */
const Shortage = z.object({
  domain: z.string(),
  waiting: z.number(),
  free: z.number(),
  day: z.string().optional(),
})
type Shortage = z.infer<typeof Shortage>

export const slotShortageNotification = {
  label: 'Slots are running short',
  button: ({ role }: Reader) =>
    role === 'reviewer' ? 'Open your availability' : 'Open the reviewers',
  to: ['reviewer', 'admin'] as const,
  schema: Shortage,
  mail: 'batched' as const,
  goodUntil: (_: Shortage, at: number) => at + slotShortageMailUsefulHours * hourMs,
  subject: ({ domain }: Shortage) => `Slots are running short in ${domain}`,
  text: ({ domain, waiting, free, day }: Shortage) =>
    `Slots are running short in ${domain}: ${
      day === undefined
        ? `${formatCount(waiting, 'review needs', 'reviews need')} one, and ${formatCount(free, 'is', 'are')} free in the next ${bookingHorizonDaysDefault} days`
        : describeShortage({ day, due: waiting, free })
    }.`,
  path: ({ role }: Reader) =>
    role === 'reviewer' ? linkedPagePaths.availability : linkedPagePaths.reviewerList,
}

const DueMoved = z.object({
  week: z.number(),
  /** When the review is due now, as an ISO instant. */
  due: z.string(),
  /** The name of the holiday on which it was due. */
  holiday: z.string(),
})
type DueMoved = z.output<typeof DueMoved>

export const dueDateMovedNotification = {
  label: 'A review is due later because of a holiday',
  to: ['student'] as const,
  schema: DueMoved,
  mail: 'batched' as const,
  subject: () => 'Your review is due later',
  text: ({ week, due, holiday }: DueMoved, { schoolZone }: Reader) =>
    `Your ${formatWeekReview(week)} is now due on ${formatDayInZone(Date.parse(due), schoolZone)} because of a school holiday: ${holiday}.`,
}
