import { expect } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, getDateInZone, getInstantAt } from '#contract/kit/time/zone.ts'
import { expectMailed, expectNotified, expectSupersededCleared } from './notifications.ts'
import { expectReminders } from './reminders.ts'
import { checkReviewHistory } from './review-history.ts'
import { timeZone } from './school.ts'
import {
  type HistoryLine,
  isBlocked,
  isBookedAndUpcoming,
  type ReviewRow,
  type SlotRow,
  type State,
} from './state.ts'

/** A call with its reply and caller. */
export type FinishedCall = { action: string; status: number; actor: string }

const toDate = (instant: number) => getDateInZone(instant, timeZone)

/** Checks the invariants of a school and the effects of one call, whatever it was. */
export function checkInvariants(
  before: State,
  after: State,
  done: FinishedCall,
  now: number,
): void {
  expect(done.status).toBeLessThan(500)
  if (done.status >= 400) expect(after).toEqual(before)
  expectSlotsApart(after)
  expectSlotsKept(before, after, done, now)
  expectSlotsBack(before, after)
  expectReviewsKept(before, after, done)
  expectHistoryTrue(before, after, done, now)
  expectNotified(before, after)
  expectSupersededCleared(before, after)
  expectReminders(before, after, now)
  expectMailed(before, after, now)
  for (const [review, slot] of newlyBooked(before, after)) {
    expectBookable(after, review, slot, now)
    expectMayMove(before, after, review, done)
  }
  // A slot that is added on a day of an existing absence can be booked.
  const away = after.absences.filter(({ id }) => !before.absences.some((one) => one.id === id))
  for (const { reviewer_id, held_at } of after.reviews.filter((one) =>
    isBookedAndUpcoming(one, now),
  )) {
    expect(isBlocked(after, reviewer_id)).toBe(false)
    expect(isAway(away, reviewer_id, toDate(held_at ?? 0))).toBe(false)
  }
}

/** No slot is booked twice, and a reviewer's slots do not overlap. */
function expectSlotsApart({ slots, reviews }: State): void {
  expect(new Set(slots.map(({ id }) => id)).size).toBe(slots.length)
  const held = reviews.flatMap(({ slot_id }) => slot_id ?? [])
  expect(new Set(held).size).toBe(held.length)
  const ids = new Set(slots.map(({ id }) => id))
  expect(held.filter((id) => !ids.has(id))).toEqual([])
  for (const own of Map.groupBy(slots, ({ reviewer_id }) => reviewer_id).values()) {
    for (const [place, { starts_at }] of own.entries()) {
      expect(starts_at).toBeGreaterThanOrEqual(own[place - 1]?.ends_at ?? 0)
    }
  }
}

/**
 * Slots are removed only while they are free and upcoming. A history line exists for each booking
 * lost.
 */
function expectSlotsKept(before: State, after: State, { actor }: FinishedCall, now: number): void {
  const stays = new Map(after.slots.map((slot) => [slot.id, slot]))
  for (const { holder, ...slot } of before.slots) {
    const kept = stays.get(slot.id)
    if (kept) {
      const { starts_at, ends_at, reviewer_id } = slot
      expect(kept).toMatchObject({ starts_at, ends_at, reviewer_id })
      continue
    }
    expect([slot.spent_by, slot.starts_at > now]).toEqual([null, true])
    if (holder === null) continue
    const lines = linesAdded(before, after, holder)
    const cancelled = lines.find(({ what }) => what === 'cancelled')
    if (!cancelled) expect(lines.map(({ what }) => what).join(' ')).toMatch(/moved|lost/)
    // With its booking only its reviewer can remove it, and the history has its duration.
    else expect([slot.reviewer_id, cancelled.gone_ends_at]).toEqual([actor, slot.ends_at])
  }
}

/**
 * A slot that was removed with its booking can return with it, unchanged and not on a day of
 * absence. Generated ones are not counted as removed then.
 */
function expectSlotsBack(before: State, after: State): void {
  const had = new Set(before.slots.map(({ id }) => id))
  for (const slot of after.slots.filter(({ id }) => !had.has(id))) {
    const left = before.lines.findLast(({ from_slot_id }) => from_slot_id === slot.id)
    if (!left) continue
    expect(slot).toMatchObject({
      holder: left.review_id,
      reviewer_id: left.from_reviewer_id,
      starts_at: left.from_starts_at,
      ends_at: left.gone_ends_at,
    })
    expect(isAway(after.absences, slot.reviewer_id, toDate(slot.starts_at))).toBe(false)
  }
  const placeOf = (one: { reviewer_id: string; starts_at: number }) =>
    `${one.reviewer_id} ${one.starts_at}`
  const removed = new Set(after.removed.map(placeOf))
  const made = after.slots.filter(({ is_generated }) => is_generated === 1)
  expect(made.filter((slot) => removed.has(placeOf(slot)))).toEqual([])
}

function linesAdded(before: State, after: State, reviewId: string): HistoryLine[] {
  const old = new Set(before.lines.map(({ id }) => id))
  return after.lines.filter((line) => line.review_id === reviewId && !old.has(line.id))
}

/**
 * Only undoing a decision removes a review, which must have no history, and every student has one
 * open review.
 */
function expectReviewsKept(before: State, after: State, { action }: FinishedCall): void {
  const stays = new Set(after.reviews.map(({ id }) => id))
  const gone = before.reviews.filter(({ id }) => !stays.has(id))
  expect(gone.length).toBeLessThanOrEqual(action === 'undoDecision' ? 1 : 0)
  for (const review of gone) {
    const { status, slot_id, closed_at } = review
    expect({ status, slot_id, closed_at }).toEqual({
      status: 'not-scheduled',
      slot_id: null,
      closed_at: null,
    })
    expect(before.lines.filter((line) => line.review_id === review.id)).toEqual([])
  }
  for (const student of after.people.filter(({ role }) => role === 'student')) {
    const own = after.reviews.filter(({ student_id }) => student_id === student.id)
    const open = own.filter(({ closed_at }) => closed_at === null)
    expect(open.map(({ week }) => week)).toEqual([student.week])
    const followed = new Set(own.map(({ follows_id }) => follows_id))
    expect(followed.size).toBe(own.length)
    for (const { id, closed_at } of own) expect(followed.has(id)).toBe(closed_at !== null)
  }
}

/**
 * History lines are only added, by the caller and at the current time, and lead to each review's
 * state.
 */
function expectHistoryTrue(
  before: State,
  after: State,
  { actor }: FinishedCall,
  now: number,
): void {
  const stays = new Set(after.reviews.map(({ id }) => id))
  const kept = before.lines.filter(({ review_id }) => stays.has(review_id))
  const old = new Set(kept.map(({ id }) => id))
  expect(after.lines.filter(({ id }) => old.has(id))).toEqual(kept)
  for (const line of after.lines.filter(({ id }) => !old.has(id))) {
    expect([line.person_id, line.at]).toEqual([actor, now])
  }
  const linesOf = Map.groupBy(after.lines, ({ review_id }) => review_id)
  for (const review of after.reviews) {
    const request = after.requests.find(({ review_id }) => review_id === review.id)
    expect({
      slot: review.slot_id,
      lost: review.lost_starts_at === null ? null : getLostSlot(review),
      hasRequest: request !== undefined && request.ended_at === null,
      declined: request?.declined_reason ?? null,
      isClosed: review.closed_at !== null,
      status: review.status,
    }).toEqual(checkReviewHistory(linesOf.get(review.id) ?? []))
  }
}

const getLostSlot = ({ lost_starts_at: startsAt, lost_reviewer_id: reviewer }: ReviewRow) => ({
  startsAt,
  reviewer,
})

/** Reviews with a new slot. */
function newlyBooked(before: State, after: State): [ReviewRow, SlotRow][] {
  const had = new Map(before.reviews.map(({ id, slot_id }) => [id, slot_id]))
  return after.reviews.flatMap((review): [ReviewRow, SlotRow][] => {
    const slot = after.slots.find(({ id }) => id === review.slot_id)
    return slot && had.get(review.id) !== slot.id ? [[review, slot]] : []
  })
}

/** The rules for new bookings (contract, sections 4 and 9), derived from the rows alone. */
function expectBookable(after: State, review: ReviewRow, slot: SlotRow, now: number): void {
  const reviewer = slot.reviewer_id
  const rules = after.wants.find(({ reviewer_id }) => reviewer_id === reviewer)
  const { buffer = 0, most_a_day = null, notice = 0 } = rules ?? {}
  expect(slot.starts_at).toBeGreaterThan(now)
  expect([isBlocked(after, reviewer), slot.spent_by]).toEqual([false, null])
  expect(isBlocked(after, review.student_id)).toBe(false)
  const last = after.lines.findLast(({ review_id }) => review_id === review.id)
  // An undone change was booked in time.
  if (last?.what !== 'undone') {
    expect(slot.starts_at).toBeGreaterThanOrEqual(now + notice * minuteMs)
    const beyond = getInstantAt(addDays(toDate(now), 3), '00:00', timeZone)
    expect(slot.starts_at).toBeLessThan(beyond)
  }
  const used = after.slots.filter(
    (one) =>
      one.reviewer_id === reviewer && one.id !== slot.id && (one.holder ?? one.spent_by) !== null,
  )
  const counts = last?.what === 'undone' ? countsSince(after, last, rules) : () => true
  for (const other of used.filter((one) => counts(one) && buffer > 0)) {
    const [first, second] = other.starts_at < slot.starts_at ? [other, slot] : [slot, other]
    expect(second.starts_at - first.ends_at).toBeGreaterThanOrEqual(buffer * minuteMs)
  }
  const onDay = used.filter(({ starts_at }) => toDate(starts_at) === toDate(slot.starts_at))
  if (onDay.some(counts)) expect(onDay.length).toBeLessThan(most_a_day ?? Number.POSITIVE_INFINITY)
}

/**
 * The slots that can prevent an undo: those booked since the undone change, and all others if the
 * reviewer has changed their booking limits since.
 */
function countsSince(
  { lines }: State,
  { undoes_id }: HistoryLine,
  rules: State['wants'][number] | undefined,
): (slot: SlotRow) => boolean {
  const place = lines.findIndex(({ id }) => id === undoes_id)
  const isSavedSince = rules !== undefined && rules.saved_at > (lines[place]?.at ?? 0)
  const since = new Set(lines.slice(place + 1).map(({ to_slot_id }) => to_slot_id))
  return ({ id }) => isSavedSince || since.has(id)
}

/** Only its advisor moves a review, unless they allow automatic moves within the day. */
function expectMayMove(
  before: State,
  after: State,
  review: ReviewRow,
  { actor }: FinishedCall,
): void {
  const last = after.lines.findLast(({ review_id }) => review_id === review.id)
  if (review.advisor_id === actor || last?.what === 'undone') return
  const old = before.reviews.find(({ id }) => id === review.id)
  const setting = before.settings.find(({ advisor_id }) => advisor_id === review.advisor_id)
  expect([last?.what, setting?.move_by_itself]).toEqual(['moved', 'same-day'])
  expect(toDate(review.held_at ?? 0)).toBe(toDate(old?.held_at ?? 0))
  const domain = after.people.find(({ id }) => id === review.student_id)?.domain_id
  expect(after.able).toContainEqual({ reviewer_id: review.reviewer_id, domain_id: domain })
}

function isAway(absences: State['absences'], reviewer: string | null, date: string): boolean {
  return absences.some(
    (one) => one.reviewer_id === reviewer && one.date_from <= date && date <= one.date_to,
  )
}
