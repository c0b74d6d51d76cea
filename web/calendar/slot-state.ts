import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import type { CalendarRole } from '#contract/kit/linked-page-paths.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { formatTimeAt, localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { paths } from '#web/paths.ts'

export type SlotState =
  | ('free' | 'closed' | 'booked' | 'conducted' | 'not-come' | 'past')
  /** It is over, and its review has no marks yet. */
  | 'unmarked'

/** The state of a slot at an instant (ms since 1970). */
export function getSlotState(slot: CalendarSlot, now: number): SlotState {
  const { review, noShow, startsAt, endsAt, whyNot } = slot
  if (noShow) return 'not-come'
  if (review?.status === 'conducted') return 'conducted'
  if (review) return Date.parse(endsAt) <= now ? 'unmarked' : 'booked'
  if (Date.parse(startsAt) <= now) return 'past'
  return whyNot === null ? 'free' : 'closed'
}

/** A slot's state: 'free', 'cannot be booked: the day is full', 'student did not come'. */
export function formatSlotState(slot: CalendarSlot, now: number): string {
  const state = getSlotState(slot, now)
  if (state === 'not-come') return `${slot.noShow} did not come`
  if (state === 'unmarked') return 'no marks yet'
  if (state === 'closed') return `cannot be booked: ${slot.whyNot}`
  if (state === 'booked' && slot.inBusyTime) return 'booked, in a busy time'
  if (state === 'conducted') return 'marked'
  return state === 'past' ? 'not booked' : state
}

/** The path of the slot's review; undefined if the viewer may not see it. */
export function getReviewPath(viewer: CalendarRole, { review, noShow }: CalendarSlot) {
  // After a no-show the reviewer may no longer be assigned to the review.
  const isSeen = review && !(noShow && viewer === 'reviewer')
  return isSeen ? paths.reviewDetails(viewer, review._id) : undefined
}

/**
 * The accessible label of a slot: 'Mon 2 Mar, 9:30 AM to 10:00 AM, booked, Sofía Demir, week 04,
 * with Priya Nair'.
 */
export function formatSlotLabel(
  slot: CalendarSlot,
  { now, timeZone, viewer }: SlotLabelContext,
): string {
  const { date, slot_time, endsAt, review, reviewer } = slot
  const end = formatTimeAt(Date.parse(endsAt), timeZone)
  const who = review ? [review.student.name, `week ${formatWeekNumber(review.week)}`] : []
  return [
    ...[
      formatShortDate(date),
      `${localizeTimes(slot_time)} to ${end}`,
      formatSlotState(slot, now),
      ...who,
    ],
    ...(viewer === 'reviewer' ? [] : [`with ${reviewer.name}`]),
  ].join(', ')
}

/** What a label depends on. A reviewer's own name is left out for that reviewer. */
export type SlotLabelContext = { now: number; timeZone: string; viewer: CalendarRole }
