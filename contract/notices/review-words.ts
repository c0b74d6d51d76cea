import { z } from 'zod'
import { absents } from '../kit/history-what.ts'
import { slotTimeInZone } from '../kit/zone.ts'
import type { Role } from '../roles.ts'

/** Who reads a notice, and how things stand for them when they do. */
export type Reader = {
  _id: string
  role: Role
  timeZone: string
  /** The review that it is about, where that is still theirs. */
  review: string | null
}

const Named = z.object({ _id: z.string(), name: z.string() })
/** A slot; `startsAt` is an ISO instant. */
const Place = z.object({ startsAt: z.string(), reviewer: Named })
type Place = z.infer<typeof Place>

/** What became of a review, with the names as they were, and nothing that its reader may not know. */
export const ReviewFacts = z.object({
  student: Named,
  week: z.number(),
  /** The slot that the review had until then, and the one that it has since. */
  from: Place.nullable(),
  to: Place.nullable(),
  by: z.string().nullable(),
  who: z.enum(absents).nullable(),
  reason: z.string().nullable(),
})
export type ReviewFacts = z.infer<typeof ReviewFacts>

/** A review with the slot that it has, if it has one, and when it is due (an ISO instant). */
export const AheadFacts = ReviewFacts.pick({ student: true, week: true, to: true }).extend({
  due: z.string(),
})

type Told = Pick<ReviewFacts, 'student' | 'week'>

/** 'Your review of week 3', or whose it is. */
export const whose = ({ student, week }: Told, { _id }: Reader) =>
  `${student._id === _id ? 'Your' : `${student.name}’s`} review of week ${week}`

/** The same within a sentence. */
export const inSentence = (said: string) => said.replace(/^Your /, 'your ')

/** ' on Wed 25 Nov, 10:00 AM', or nothing where there was no slot. */
export function onDay(place: Place | null, reader: Reader): string {
  if (!place) return ''
  const time = slotTimeInZone(Date.parse(place.startsAt), reader.timeZone)
  return ` on ${dayOf(place.startsAt, reader)}, ${time}`
}

/** 'Wed 25 Nov': the day of an ISO instant where its reader is. */
export function dayOf(at: string, { timeZone }: Reader): string {
  const short = { weekday: 'short', month: 'short', day: 'numeric' } as const
  const parts = new Intl.DateTimeFormat('en-US', { ...short, timeZone }).formatToParts(
    Date.parse(at),
  )
  return (['weekday', 'day', 'month'] as const)
    .map((type) => parts.find((part) => part.type === type)?.value)
    .join(' ')
}

/** The same with whose slot it was, unless that is the reader. */
export function onSlot(place: Place | null, reader: Reader): string {
  const isOwn = !place || place.reviewer._id === reader._id
  return onDay(place, reader) + (isOwn ? '' : ` with ${place.reviewer.name}`)
}

/** ': Ill.' where the reader may know why, else the end of the sentence. */
export const because = ({ reason }: Pick<ReviewFacts, 'reason'>) => (reason ? `: ${reason}` : '.')

/** Whether a slot that the review has left was the reader's, and the one that it has is not. */
export const hasLeft = ({ from, to }: ReviewFacts, { _id }: Reader) =>
  from?.reviewer._id === _id && to?.reviewer._id !== _id
