import { z } from 'zod'
import { noShowRoles } from '../kit/kinds/history-kind.ts'
import { notificationKinds } from '../kit/kinds/notification-kind.ts'
import { formatWeekNumber } from '../kit/time/format-week-number.ts'
import { formatDayInZone, formatInstantWithZone, formatSlotTimeInZone } from '../kit/time/zone.ts'
import { noEnd } from '../limits/availability.ts'
import { formatAdvisorSentenceStart } from '../reviews/turn.ts'
import type { Role } from '../roles.ts'

/** The reader of a notification, with the current context. */
export type Reader = {
  _id: string
  role: Role
  /** The reader's time zone, and the school's, which is shown where the clocks differ. */
  timeZone: string
  schoolZone: string
  /** The review it is about; null if it is no longer the reader's. */
  review: string | null
}

const Named = z.object({ _id: z.string(), name: z.string() })
/** A slot with ISO instants; `endsAt` is null if it was not stored. */
const SlotSummary = z.object({
  startsAt: z.string(),
  endsAt: z.string().nullable().default(null),
  reviewer: Named,
})
export type SlotSummary = z.infer<typeof SlotSummary>

/** Whether the student has an advisor who can act. */
const hasAdvisor = z.boolean().default(true)

/** What happened to a review. Contains only what its reader may know, with names as they were. */
export const ReviewPayload = z.object({
  student: Named,
  week: z.number(),
  /** The slot before and after. */
  from: SlotSummary.nullable(),
  to: SlotSummary.nullable(),
  by: z.string().nullable(),
  who: z.enum(noShowRoles).nullable(),
  reason: z.string().nullable(),
  /** For an absence: the date (YYYY-MM-DD) until which the reviewer is away. */
  awayUntil: z.string().nullable().default(null),
  /** The slots a student proposes. */
  proposed: z.array(SlotSummary).default([]),
  /** For an undo: the kind of notification that reported the undone change. */
  undoes: z.enum(notificationKinds).nullable().default(null),
  /**
   * The number of lines in the review's history at the time. It only grows, so calendars can order
   * updates by it.
   */
  sequence: z.number().default(0),
  hasAdvisor,
  /** For marks: whether they came with feedback. */
  hasFeedback: z.boolean().default(false),
  /** For marks: whether they replace others. */
  isCorrection: z.boolean().default(false),
})
export type ReviewPayload = z.infer<typeof ReviewPayload>

/** A review with its slot, if any, and its due date (an ISO instant). */
export const ReminderPayload = ReviewPayload.pick({ student: true, week: true, to: true }).extend({
  due: z.string(),
  hasAdvisor,
})
export type ReminderPayload = z.infer<typeof ReminderPayload>

type ReviewFact = Pick<ReviewPayload, 'student' | 'week'>

/** Such as 'week 03 review', to follow a name. */
export const formatWeekReview = (week: number) => `week ${formatWeekNumber(week)} review`

/** Such as 'Your week 03 review' or 'Sofía’s week 03 review'. */
export const formatWhoseReview = ({ student, week }: ReviewFact, { _id }: Reader) =>
  `${student._id === _id ? 'Your' : `${student.name}’s`} ${formatWeekReview(week)}`

/** The same in mid-sentence. */
export const toMidSentence = (said: string) => said.replace(/^Your /, 'your ')

/** Such as ' on Wed 25 Nov, 10:00 AM'; empty without a slot. */
export function formatWhen(place: SlotSummary | null, { timeZone, schoolZone }: Reader): string {
  if (!place) return ''
  const instant = Date.parse(place.startsAt)
  const [day, time] = dayAndTime(instant, timeZone)
  const [schoolDay, schoolTime] = dayAndTime(instant, schoolZone)
  const when = ` on ${day}, ${time}`
  if (schoolDay !== day) return `${when} (${schoolDay}, ${schoolTime} at the school)`
  return schoolTime === time ? when : `${when} (${schoolTime} at the school)`
}

const dayAndTime = (instant: number, timeZone: string) =>
  [formatDayInZone(instant, timeZone), formatSlotTimeInZone(instant, timeZone)] as const

/** The same with the reviewer's name, unless that is the reader. */
export function formatWhenWithReviewer(place: SlotSummary | null, reader: Reader): string {
  const isOwn = !place || place.reviewer._id === reader._id
  return formatWhen(place, reader) + (isOwn ? '' : ` with ${place.reviewer.name}`)
}

/** Says which slot was removed, by whom, and until when the reviewer is away, each named once. */
export function formatSlotRemoval(payload: ReviewPayload, reader: Reader): string {
  const { by, from, awayUntil } = payload
  const isByReviewer = by === from?.reviewer.name
  const place = isByReviewer ? formatWhen(from, reader) : formatWhenWithReviewer(from, reader)
  const review = toMidSentence(formatWhoseReview(payload, reader)) + place
  const away = awayUntil ? `, who ${formatAwayUntil(awayUntil)}` : ''
  if (isByReviewer) return `${by}${away && `${away},`} removed the slot of ${review}`
  return by === null
    ? `The slot of ${review}${away && `${away},`} was removed`
    : `${by} removed the slot of ${review}${away}`
}

const formatAwayUntil = (date: string) =>
  date === noEnd ? 'leaves the school' : `is away until ${formatDayInZone(Date.parse(date), 'UTC')}`

/** Such as ': Ill.', or just the full stop if there is no reason or the reader may not know it. */
export const formatReason = ({ reason }: Pick<ReviewPayload, 'reason'>) =>
  reason ? endSentence(`: ${reason}`) : '.'

/** Adds a full stop unless there is other punctuation. */
const endSentence = (said: string) => (/[.!?…]$/.test(said) ? said : `${said}.`)

/** Such as ' Suggested slots: Mon 2 Mar, 2:00 PM with Omar.', or empty. */
export function formatProposedSlots({ proposed }: ReviewPayload, reader: Reader): string {
  const places = proposed.map((place) => formatWhenWithReviewer(place, reader).replace(/^ on /, ''))
  return places.length > 0 ? ` Suggested slots: ${places.join('; ')}.` : ''
}

/** The beginning of a sentence to the student about who acts next. */
export const formatNextActor = (payload: Pick<ReviewPayload, 'hasAdvisor'>) =>
  formatAdvisorSentenceStart(payload.hasAdvisor ? 'Your advisor' : null)

/** What comes next for a review without a slot. Empty for the reviewer. */
export function describeNextStep(
  payload: Pick<ReviewPayload, 'hasAdvisor'>,
  { role }: Reader,
): string {
  if (role === 'student') return ` ${formatNextActor(payload)} book another slot.`
  return role === 'advisor' ? ' It needs another slot.' : ''
}

type Placed = Pick<ReviewPayload, 'student' | 'to' | 'from'>

/** Whether the reader had the previous slot and does not have the new one. */
export const hasReaderLostSlot = ({ from, to }: Placed, { _id }: Reader) =>
  from?.reviewer._id === _id && to?.reviewer._id !== _id

/** The slot to show a reader: the review's current one, or the one that was theirs. */
const placeFor = (payload: Placed, reader: Reader): SlotSummary | null =>
  hasReaderLostSlot(payload, reader) ? payload.from : (payload.to ?? payload.from)

/** A line below a mail's text: label and value. */
export type Detail = [label: string, value: string]
export const makeDetail = (label: string, value: string): Detail => [label, value]

/** The time of the reader's slot and the other participants. */
export function getSlotDetails(payload: Placed, reader: Reader): Detail[] {
  const place = placeFor(payload, reader)
  const isGone = payload.to === null || hasReaderLostSlot(payload, reader)
  const people = [['Student', payload.student] as const, ['Reviewer', place?.reviewer] as const]
  return [
    ...(place
      ? formatInstantForReader(Date.parse(place.startsAt), reader, isGone ? 'Was on' : 'When')
      : []),
    ...people.flatMap(([label, who]) =>
      who && who._id !== reader._id ? [makeDetail(label, who.name)] : [],
    ),
  ]
}

/** An instant in the reader's time zone, and in the school's where the clocks differ. */
export function formatInstantForReader(
  instant: number,
  { timeZone, schoolZone }: Reader,
  label: 'When' | 'Was on',
): Detail[] {
  const own = dayAndTime(instant, timeZone)
  const isSame = dayAndTime(instant, schoolZone).every((part, index) => part === own[index])
  return [
    makeDetail(label, formatInstantWithZone(instant, timeZone)),
    ...(isSame ? [] : [makeDetail('At the school', formatInstantWithZone(instant, schoolZone))]),
  ]
}

/** When the latest of these slots begins (ms since 1970); null without slots. */
export function getLatestStart(places: (SlotSummary | null)[]): number | null {
  const begins = places.flatMap((place) => (place ? [Date.parse(place.startsAt)] : []))
  return begins.length > 0 ? Math.max(...begins) : null
}

/** 'You' or the name of the person who did not come. */
export function formatNoShowPerson({ who, student, from }: ReviewPayload, { _id }: Reader): string {
  const absent = who === 'student' ? student : from?.reviewer
  return absent?._id === _id ? 'You' : (absent?.name ?? 'Someone')
}

/**
 * A mail's subject, such as 'Booked: week 03, Tue 3 Mar, 12:00 PM', with the student's name for
 * others.
 */
export function formatMailSubject(
  what: string,
  { student, week, place }: ReviewFact & { place: SlotSummary | null },
  reader: Reader,
): string {
  const review =
    student._id === reader._id
      ? `week ${formatWeekNumber(week)}`
      : `${student.name}’s week ${formatWeekNumber(week)}`
  return `${what}: ${review}${formatWhen(place, reader).replace(/^ on /, ', ')}`
}

/** Joins names and counts the rest: 'Lars Kim and 2 more'. */
export function joinNames(names: readonly string[], count: number): string {
  const more = count - names.length
  const named = more > 0 ? [...names, `${more} more`] : names
  const [last = '', ...before] = named.toReversed()
  const first = before.toReversed().join(', ')
  return first ? `${first} and ${last}` : last
}
