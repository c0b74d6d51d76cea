import type { HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import {
  addDays,
  daysPerWeek,
  getDateInZone,
  getInstantAt,
  getMonday,
} from '#contract/kit/time/zone.ts'
import type { Tables } from '#server/database/tables.ts'
import { makeIdAt, type Random } from '../random.ts'
import type { ReviewRow, SchoolRows, SlotRow } from '../rows.ts'
import { emptyHistoryRow } from './history.ts'

type School = Pick<SchoolRows, 'people' | 'reviewer_domains' | 'slots' | 'reviews'> & {
  now: number
  timeZone: string
}

/** Rows for absences, availability and changed bookings. */
export type ScheduleChanges = Pick<
  SchoolRows,
  | 'availabilities'
  | 'availability_blocks'
  | 'absences'
  | 'removed_slots'
  | 'advisor_settings'
  | 'reschedule_requests'
  | 'reschedule_request_slots'
  | 'no_shows'
  | 'review_history'
>

const slotMs = 30 * minuteMs

/**
 * Generates one example of each kind of schedule change, for students of other advisors than the
 * demo advisor: a reschedule request, a lost slot, a no-show and a rebooking. Also changes the
 * review whose slot is lost, and adds the no-show's slot to the others.
 */
export function makeScheduleChanges(random: Random, school: School): ScheduleChanges {
  const { people, reviews, now } = school
  const changes: ScheduleChanges = {
    availabilities: [],
    availability_blocks: [],
    absences: [],
    removed_slots: [],
    advisor_settings: [],
    reschedule_requests: [],
    reschedule_request_slots: [],
    no_shows: [],
    review_history: [],
  }
  const inRole = (role: string) => people.filter((one) => one.role === role)
  const [demoAdvisor, otherAdvisor] = inRole('advisor')
  const [demoReviewer, otherReviewer] = inRole('reviewer')
  const isActive = new Set(people.flatMap(({ id, blocked_at }) => (blocked_at ? [] : [id])))
  const isOpen = ({ closed_at, advisor_id, student_id }: ReviewRow) =>
    closed_at === null && advisor_id !== demoAdvisor?.id && isActive.has(student_id)
  const open = reviews.filter(isOpen)
  const booked = open.filter(({ status }) => status === 'review-scheduled')
  const waiting = open.filter(
    ({ status, created_at }) => status === 'not-scheduled' && created_at < now - 4 * dayMs,
  )

  if (demoReviewer) addAbsence(changes, random, demoReviewer.id, school)
  if (otherReviewer) addAvailability(changes, random, otherReviewer.id, school)
  if (demoAdvisor)
    changes.advisor_settings.push({ advisor_id: demoAdvisor.id, move_by_itself: 'ask' })
  if (otherAdvisor) {
    changes.advisor_settings.push({ advisor_id: otherAdvisor.id, move_by_itself: 'same-day' })
  }
  const [requested, rebooked] = booked
  const [missed, lost] = waiting
  if (requested) addRequest(changes, random, requested, school)
  if (rebooked) addCancelled(changes, random, rebooked, school)
  if (missed) addNoShow(changes, random, missed, school)
  if (lost && otherReviewer)
    addLost(changes, random, lost, { ...school, reviewer: otherReviewer.id })
  return changes
}

/** Adds an absence of five days in six weeks, when no slots are published yet. */
function addAbsence(changes: ScheduleChanges, random: Random, reviewer_id: string, school: School) {
  const today = getDateInZone(school.now, school.timeZone)
  const monday = addDays(getMonday(today), 6 * daysPerWeek)
  const created_at = school.now - 2 * dayMs
  changes.absences.push({
    id: makeIdAt(random, created_at),
    reviewer_id,
    created_at,
    reason: 'Family holidays',
    date_from: monday,
    date_to: addDays(monday, 4),
  })
}

/**
 * Adds an availability of two mornings a week from two weeks on: earlier slots are published by
 * hand.
 */
function addAvailability(
  changes: ScheduleChanges,
  random: Random,
  reviewer_id: string,
  school: School,
) {
  const { now, timeZone } = school
  const since = addDays(getMonday(getDateInZone(now, timeZone)), 2 * daysPerWeek)
  const saved_at = now - dayMs
  const limits = { buffer: 0, most_a_day: 8, notice: 0 }
  changes.availabilities.push({ reviewer_id, ...limits, saved_at })
  for (const weekday of [2, 4]) {
    changes.availability_blocks.push({
      id: makeIdAt(random, saved_at),
      reviewer_id,
      weekday,
      since,
      until: null,
      time_from: '09:00',
      time_to: '12:00',
      review_time: 30,
      every_weeks: 1,
    })
  }
  const starts_at = getInstantAt(addDays(since, 1), '11:30', timeZone)
  const ends_at = starts_at + slotMs
  changes.removed_slots.push({ reviewer_id, starts_at, ends_at })
}

/** Adds a student's request to reschedule to one of up to two free slots. */
function addRequest(changes: ScheduleChanges, random: Random, review: ReviewRow, school: School) {
  const { slots, reviews, now } = school
  const reason = 'I have an exam at that time'
  const at = now - hourMs
  const taken = new Set(reviews.map(({ slot_id }) => slot_id))
  const able = reviewersFor(review, school)
  const free = slots.filter(
    ({ id, reviewer_id, starts_at }) =>
      starts_at > now + dayMs / 2 && able.includes(reviewer_id) && !taken.has(id),
  )
  changes.reschedule_requests.push({
    review_id: review.id,
    reason,
    asked_at: at,
    ended_at: null,
    declined_reason: null,
  })
  for (const [place, { id }] of free.slice(0, 2).entries()) {
    changes.reschedule_request_slots.push({ review_id: review.id, slot_id: id, place })
  }
  addLine(changes, random, review, { at, what: 'asked', person_id: review.student_id, reason })
}

/** Adds an earlier booking that the advisor cancelled. */
function addCancelled(changes: ScheduleChanges, random: Random, review: ReviewRow, school: School) {
  const before = school.slots.find(({ id }) => id === review.slot_id)
  const bookedAt = review.booked_at ?? 0
  if (!before || bookedAt - review.created_at < hourMs) return
  // The slot no longer exists.
  const slot = { ...before, id: makeIdAt(random, bookedAt), starts_at: before.starts_at + hourMs }
  const by = { person_id: review.advisor_id }
  addLine(changes, random, review, {
    at: bookedAt - 50 * minuteMs,
    what: 'booked',
    ...by,
    to: slot,
  })
  const reason = 'A class takes place at that time'
  const at = bookedAt - 10 * minuteMs
  addLine(changes, random, review, { at, what: 'cancelled', ...by, from: slot, reason })
}

/** Adds a recent slot that the student missed. */
function addNoShow(changes: ScheduleChanges, random: Random, review: ReviewRow, school: School) {
  const { slots, now, timeZone } = school
  const [reviewer] = reviewersFor(review, school)
  const today = getDateInZone(now, timeZone)
  const starts = [-1, -2, -3]
    .map((days) => addDays(today, days))
    .flatMap((day) =>
      ['09:00', '10:00', '11:00', '12:00'].map((at) => getInstantAt(day, at, timeZone)),
    )
  const isTaken = (start: number) =>
    slots.some(({ reviewer_id, starts_at }) => reviewer_id === reviewer && starts_at === start)
  const starts_at = starts.find((start) => !isTaken(start) && start > review.created_at + hourMs)
  if (!reviewer || starts_at === undefined) return
  const id = makeIdAt(random, review.created_at)
  const slot = { id, reviewer_id: reviewer, starts_at, ends_at: starts_at + slotMs }
  slots.push(slot)
  const at = starts_at + 15 * minuteMs
  changes.no_shows.push({ slot_id: id, review_id: review.id, who: 'student', at })
  addBooked(changes, random, review, slot)
  const line = { at, what: 'no-show', person_id: reviewer, who: 'student', from: slot } as const
  addLine(changes, random, review, line)
}

/** Adds a slot of tomorrow that was lost when the reviewer changed their availability. */
function addLost(
  changes: ScheduleChanges,
  random: Random,
  review: ReviewRow,
  { reviewer, now, timeZone }: School & { reviewer: string },
) {
  const starts_at = getInstantAt(addDays(getDateInZone(now, timeZone), 1), '18:00', timeZone)
  const id = makeIdAt(random, review.created_at)
  const slot = { id, reviewer_id: reviewer, starts_at, ends_at: starts_at + slotMs }
  review.lost_starts_at = starts_at
  review.lost_reviewer_id = reviewer
  addBooked(changes, random, review, slot)
  addLine(changes, random, review, {
    at: now - dayMs,
    what: 'lost',
    person_id: reviewer,
    from: slot,
  })
}

function addBooked(changes: ScheduleChanges, random: Random, review: ReviewRow, to: SlotRow) {
  const at = review.created_at + 20 * minuteMs
  addLine(changes, random, review, { at, what: 'booked', person_id: review.advisor_id, to })
}

type Line = {
  at: number
  what: HistoryKind
  person_id: string | null
  reason?: string
  who?: Tables['no_shows']['who']
  from?: SlotRow
  to?: SlotRow
}

function addLine(changes: ScheduleChanges, random: Random, { id }: ReviewRow, line: Line) {
  const { from, to, ...what } = line
  changes.review_history.push({
    ...emptyHistoryRow,
    ...what,
    id: makeIdAt(random, line.at),
    review_id: id,
    ...(from && { from_slot_id: from.id, from_starts_at: from.starts_at }),
    ...(from && { from_reviewer_id: from.reviewer_id }),
    ...(to && { to_slot_id: to.id, to_starts_at: to.starts_at, to_reviewer_id: to.reviewer_id }),
  })
}

/** Returns the ids of the reviewers of a review's domain. */
function reviewersFor({ student_id }: ReviewRow, { people, reviewer_domains }: School): string[] {
  const domain = people.find(({ id }) => id === student_id)?.domain_id
  return reviewer_domains.flatMap((one) => (one.domain_id === domain ? [one.reviewer_id] : []))
}
