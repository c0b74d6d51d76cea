import { z } from 'zod'
import { absentRoles } from '../kit/kinds/history-kind.ts'
import { notificationKinds } from '../kit/kinds/notification-kind.ts'
import { formatWeekNumber } from '../kit/time/week-number.ts'
import { dayInZone, instantWithZone, slotTimeInZone } from '../kit/time/zone.ts'
import { formatAdvisorWill } from '../reviews/turn.ts'
import type { Role } from '../roles.ts'

/** Who reads a notice, and how things stand for them when they do. */
export type Reader = {
  _id: string
  role: Role
  /** Their own zone, and the school's, which is named where its clock shows something else. */
  timeZone: string
  schoolZone: string
  /** The review that it is about, where that is still theirs. */
  review: string | null
}

const Named = z.object({ _id: z.string(), name: z.string() })
/** A slot, from one ISO instant to another; its end is null where that was not kept. */
const SlotSummary = z.object({
  startsAt: z.string(),
  endsAt: z.string().nullable().default(null),
  reviewer: Named,
})
export type SlotSummary = z.infer<typeof SlotSummary>

/** Whether its student has an advisor who can act. */
const hasAdvisor = z.boolean().default(true)

/** What became of a review, with the names as they were, and nothing that its reader may not know. */
export const ReviewPayload = z.object({
  student: Named,
  week: z.number(),
  /** The slot that the review had until then, and the one that it has since. */
  from: SlotSummary.nullable(),
  to: SlotSummary.nullable(),
  by: z.string().nullable(),
  who: z.enum(absentRoles).nullable(),
  reason: z.string().nullable(),
  /** Until which date (YYYY-MM-DD) the reviewer is away whose slot is lost by that. */
  awayUntil: z.string().nullable().default(null),
  /** The times that a student proposes. */
  proposed: z.array(SlotSummary).default([]),
  /** Of what is taken back the kind by which its reader heard of that. */
  undoes: z.enum(notificationKinds).nullable().default(null),
  /**
   * How much had become of the review by then: the lines of its history, of which the database lets
   * none go. With each there is one more, and so a calendar knows which of two entries is the later.
   */
  sequence: z.number().default(0),
  hasAdvisor,
})
export type ReviewPayload = z.infer<typeof ReviewPayload>

/** A review with the slot that it has, if it has one, and when it is due (an ISO instant). */
export const ReminderPayload = ReviewPayload.pick({ student: true, week: true, to: true }).extend({
  due: z.string(),
  hasAdvisor,
})
export type ReminderPayload = z.infer<typeof ReminderPayload>

type ReviewFact = Pick<ReviewPayload, 'student' | 'week'>

/** 'week 03 review', after whose it is. */
export const formatReview = (week: number) => `week ${formatWeekNumber(week)} review`

/** 'Your week 03 review', or whose it is. */
export const formatWhoseReview = ({ student, week }: ReviewFact, { _id }: Reader) =>
  `${student._id === _id ? 'Your' : `${student.name}’s`} ${formatReview(week)}`

/** The same within a sentence. */
export const lowerFirst = (said: string) => said.replace(/^Your /, 'your ')

/** ' on Wed 25 Nov, 10:00 AM', or nothing where there was no slot. */
export function formatOnDay(place: SlotSummary | null, { timeZone, schoolZone }: Reader): string {
  if (!place) return ''
  const instant = Date.parse(place.startsAt)
  const [day, time] = dayAndTime(instant, timeZone)
  const [schoolDay, schoolTime] = dayAndTime(instant, schoolZone)
  const when = ` on ${day}, ${time}`
  if (schoolDay !== day) return `${when} (${schoolDay}, ${schoolTime} at the school)`
  return schoolTime === time ? when : `${when} (${schoolTime} at the school)`
}

const dayAndTime = (instant: number, timeZone: string) =>
  [dayInZone(instant, timeZone), slotTimeInZone(instant, timeZone)] as const

/** The same with whose slot it was, unless that is the reader. */
export function formatOnSlot(place: SlotSummary | null, reader: Reader): string {
  const isOwn = !place || place.reviewer._id === reader._id
  return formatOnDay(place, reader) + (isOwn ? '' : ` with ${place.reviewer.name}`)
}

/** Which slot a review has lost, by whom, and until when its reviewer is away; each name once. */
export function formatSlotRemoval(payload: ReviewPayload, reader: Reader): string {
  const { by, from, awayUntil } = payload
  const until = awayUntil && dayInZone(Date.parse(awayUntil), 'UTC')
  const isByReviewer = by === from?.reviewer.name
  const place = isByReviewer ? formatOnDay(from, reader) : formatOnSlot(from, reader)
  const review = lowerFirst(formatWhoseReview(payload, reader)) + place
  const away = until ? `, who is away until ${until}` : ''
  if (isByReviewer) return `${by}${away && `${away},`} removed the slot of ${review}`
  return by === null
    ? `The slot of ${review}${away && `${away},`} was removed`
    : `${by} removed the slot of ${review}${away}`
}

/** ': Ill.' where the reader may know why, else the end of the sentence. */
export const formatReason = ({ reason }: Pick<ReviewPayload, 'reason'>) =>
  reason ? endSentence(`: ${reason}`) : '.'

/** As a whole sentence, whatever somebody wrote at its end. */
const endSentence = (said: string) => (/[.!?…]$/.test(said) ? said : `${said}.`)

/** ' Suggested slots: Mon 2 Mar, 2:00 PM with Omar.', or nothing. */
export function formatProposedSlots({ proposed }: ReviewPayload, reader: Reader): string {
  const places = proposed.map((place) => formatOnSlot(place, reader).replace(/^ on /, ''))
  return places.length > 0 ? ` Suggested slots: ${places.join('; ')}.` : ''
}

/** Who acts next, as a sentence to the student begins. */
export const formatYourAdvisorWill = (payload: Pick<ReviewPayload, 'hasAdvisor'>) =>
  formatAdvisorWill(payload.hasAdvisor ? 'Your advisor' : null)

/** What comes next for a review whose slot is gone; of that its reviewer has no part. */
export function describeNextStep(
  payload: Pick<ReviewPayload, 'hasAdvisor'>,
  { role }: Reader,
): string {
  if (role === 'student') return ` ${formatYourAdvisorWill(payload)} book another slot.`
  return role === 'advisor' ? ' It needs another slot.' : ''
}

type Placed = Omit<
  ReviewPayload,
  'week' | 'by' | 'who' | 'reason' | 'awayUntil' | 'proposed' | 'undoes' | 'sequence' | 'hasAdvisor'
>

/** Whether a slot that the review has left was the reader's, and the one that it has is not. */
export const isNoLongerReaders = ({ from, to }: Placed, { _id }: Reader) =>
  from?.reviewer._id === _id && to?.reviewer._id !== _id

/** The slot that a reader hears of: the one that the review has, or the one that was theirs. */
const placeFor = (payload: Placed, reader: Reader): SlotSummary | null =>
  isNoLongerReaders(payload, reader) ? payload.from : (payload.to ?? payload.from)

/** What a mail names beside its words: a label and a value. */
export type Detail = [label: string, value: string]
export const makeDetail = (label: string, value: string): Detail => [label, value]

/** When a reader's slot of the review is, and with whom. */
export function formatWhenAndWithWhom(payload: Placed, reader: Reader): Detail[] {
  const place = placeFor(payload, reader)
  const isGone = payload.to === null || isNoLongerReaders(payload, reader)
  const people = [['Student', payload.student] as const, ['Reviewer', place?.reviewer] as const]
  return [
    ...(place
      ? formatSlotTime(Date.parse(place.startsAt), reader, isGone ? 'Was on' : 'When')
      : []),
    ...people.flatMap(([label, who]) =>
      who && who._id !== reader._id ? [makeDetail(label, who.name)] : [],
    ),
  ]
}

/** An instant in the reader's zone, and in the school's where its clock shows something else. */
export function formatSlotTime(
  instant: number,
  { timeZone, schoolZone }: Reader,
  label: 'When' | 'Was on',
): Detail[] {
  const own = dayAndTime(instant, timeZone)
  const isSame = dayAndTime(instant, schoolZone).every((part, index) => part === own[index])
  return [
    makeDetail(label, instantWithZone(instant, timeZone)),
    ...(isSame ? [] : [makeDetail('At the school', instantWithZone(instant, schoolZone))]),
  ]
}

/** When the later of these slots begins (ms since 1970); null where there is none. */
export function getLatestStart(places: (SlotSummary | null)[]): number | null {
  const begins = places.flatMap((place) => (place ? [Date.parse(place.startsAt)] : []))
  return begins.length > 0 ? Math.max(...begins) : null
}

/** Who did not come: 'You', or their name. */
export function formatAbsentPerson({ who, student, from }: ReviewPayload, { _id }: Reader): string {
  const absent = who === 'student' ? student : from?.reviewer
  return absent?._id === _id ? 'You' : (absent?.name ?? 'Someone')
}

/** 'Booked: week 03, Tue 3 Mar, 12:00 PM', or with whose week it is: what a mail's subject says. */
export function formatSubject(
  what: string,
  { student, week, place }: ReviewFact & { place: SlotSummary | null },
  reader: Reader,
): string {
  const review =
    student._id === reader._id
      ? `week ${formatWeekNumber(week)}`
      : `${student.name}’s week ${formatWeekNumber(week)}`
  return `${what}: ${review}${formatOnDay(place, reader).replace(/^ on /, ', ')}`
}

/** The first of so many names: 'Lars Kim and 2 more'. */
export function listNames(names: readonly string[], count: number): string {
  const more = count - names.length
  const named = more > 0 ? [...names, `${more} more`] : names
  const [last = '', ...before] = named.toReversed()
  const first = before.toReversed().join(', ')
  return first ? `${first} and ${last}` : last
}
