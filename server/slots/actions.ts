import type { EndpointQuery, PageRequest } from '#contract/kit/endpoint.ts'
import { defineRefusal } from '#contract/kit/refusal.ts'
import type { Slot, SlotWithReviewer } from '#contract/kit/slot.ts'
import { findHoliday } from '#contract/kit/time/holidays.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { addDays, daysBetween, getDateInZone } from '#contract/kit/time/zone.ts'
import { bookingHorizonDaysDefault } from '#contract/limits/limits.ts'
import { slotListDaysMax } from '#contract/limits/slots.ts'
import { ReviewStatus } from '#contract/reviews/reviews.ts'
import { slotRefusals } from '#contract/slots/refusals.ts'
import type { ListedReviewer } from '#contract/slots/reviewers.ts'
import { findRangeProblem } from '#contract/slots/slot-range.ts'
import {
  type listOwnSlots as listOffered,
  type listReviewerSlots as listOfferedOf,
  type listOwnSlotsByDate as listOnDays,
  type OwnSlot,
  type SlotWithBookability,
  slotMessages,
  slotUnbookableReasons,
} from '#contract/slots/slots.ts'
import { parseEnum, toReference } from '#server/database/column-values.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { getBookingRuleInputs } from './bookable/bookable.ts'
import { getBookingDays } from './bookable/booking-days.ts'
import { type InstantRange, toInstantRange } from './bookable/instant-range.ts'
import { emitSlotWebhookEvents } from './emit-slot-webhook-events.ts'
import {
  insertSlots,
  isSlotOverlapError,
  readActiveReviewer,
  readActiveReviewers,
  readDomainsByReviewer,
  readFreeSlotCounts,
  readOfferedSlots,
  readSlotsWithReviews,
} from './queries.ts'
import { refuseDuringAbsence } from './refuse-during-absence.ts'
import { lockReviewer } from './remove-free-slots.ts'
import { refuseOverSlotLimit } from './slot-limit.ts'
import { type Span, splitIntoSlots, type WallRange } from './split-into-slots.ts'
import { toSlot, toWallTime } from './to-slot.ts'

/**
 * Splits a time range into slots, adds them, and returns them (contract, section 4). Refuses a
 * range that breaks the rules of the specification, section 5, or fits no slot (400); one that
 * overlaps the reviewer's own slots or exceeds the slot limit (409); and one during an absence
 * unless it is confirmed (409). Adds all slots or none.
 */
export async function addSlots(
  context: Context<Tx>,
  reviewerId: string,
  range: WallRange,
  { confirm }: { confirm: boolean },
): Promise<Slot[]> {
  const slots = splitNow(context, range).map((span) => ({
    id: newId(),
    reviewer_id: reviewerId,
    starts_at: span.startsAt,
    ends_at: span.endsAt,
  }))
  // Without this lock, two concurrent ranges would wait for each other's slots.
  await lockReviewer(context, reviewerId)
  if (!confirm) await refuseDuringAbsence(context, reviewerId, range.date, slotRefusals.away)
  await refuseOverSlotLimit(context, reviewerId, slots.length)
  await refuseOnViolation(isSlotOverlapError, slotRefusals.overlap, insertSlots(context.db, slots))
  for (const slot of slots) await recordAudit(context, { kind: 'slots', id: slot.id, after: slot })
  await emitSlotWebhookEvents(context, 'slot.added', reviewerId, slots)
  context.live.changed('slots', [reviewerId])
  return slots.map((slot) => toSlot(context, { ...slot, review_id: null }))
}

/** The slots of a range, after checking the rules that depend on the current time. */
function splitNow({ clock, settings }: Context, range: WallRange): Span[] {
  const now = clock()
  const wrong = findRangeProblem(now, settings, range)
  if (wrong) throw wrongField(wrong.field, wrong.message)
  const slots = splitIntoSlots(range, settings.timeZone)
  const [first] = slots
  // The clock jumps ahead within the range and leaves too little time.
  if (!first) throw wrongField('reviewTime', slotMessages.tooLong)
  // The clock was put back, and the range began the first time that it showed this time.
  if (first.startsAt <= now) throw wrongField('timeStart', slotMessages.startPassed)
  return slots
}

function wrongField(field: keyof WallRange, message: string): Refused {
  return new Refused(defineRefusal(400, message), { errors: { [field]: message } })
}

/** Returns a page of the reviewer's own upcoming slots, by time. */
export async function listOwnSlots(
  context: Context,
  reviewerId: string,
  { later, ...asked }: EndpointQuery<typeof listOffered>,
): Promise<Page<SlotWithBookability>> {
  const offered = { reviewerId, ...offeredNow(context, later) }
  const page = await readOfferedSlots(context.db, offered, asked)
  return mapPage(page, (row) => showOffered(context, row))
}

/** The time range in which slots are listed: three days, or with `later` all bookable days. */
function offeredNow(context: Context, later: 'true' | undefined) {
  const bookable = getBookingRuleInputs(context)
  const { before } = later
    ? bookable
    : getBookingDays(bookable.now, context.settings.timeZone, bookingHorizonDaysDefault)
  return { ...bookable, shownBefore: before }
}

/**
 * Returns a page of the reviewer's own slots from one date to another (today by default), by time.
 * Refuses too many days, or a last date before the first (400).
 */
export async function listOwnSlotsByDate(
  context: Context,
  reviewerId: string,
  { from, to, ...asked }: EndpointQuery<typeof listOnDays>,
): Promise<Page<OwnSlot>> {
  const span = parseInstantRange(context, { from, to })
  const page = await readSlotsWithReviews(context.db, { reviewerId, ...span }, asked)
  return mapPage(page, (row) => toOwnSlot(context, row))
}

type DatesAsked = { from?: string | undefined; to?: string | undefined }

/** A date (YYYY-MM-DD), and the time range in which slots on it begin. */
export type DayInstants = InstantRange & { date: string }

/** The dates from one to another, today by default; refuses too many or none (400). */
export function parseDates({ clock, settings }: Context, { from, to }: DatesAsked): DayInstants[] {
  const first = from ?? to ?? getDateInZone(clock(), settings.timeZone)
  const days = daysBetween(first, to ?? first) + 1
  if (days < 1 || days > slotListDaysMax) throw new Refused(slotRefusals.wrongSpan)
  return Array.from({ length: days }, (_, place) => {
    const date = addDays(first, place)
    return { date, ...toInstantRange(date, 1, settings.timeZone) }
  })
}

/** The time range in which slots on these dates begin; refuses like `parseDates`. */
export function parseInstantRange(context: Context, asked: DatesAsked): InstantRange {
  const dates = parseDates(context, asked)
  return { after: dates.at(0)?.after ?? 0, before: dates.at(-1)?.before ?? 0 }
}

/**
 * Returns a page of the upcoming slots of a reviewer who can be booked; refuses an unknown or
 * blocked one (404).
 */
export async function listReviewerSlots(
  context: Context,
  reviewerId: string,
  { later, ...asked }: EndpointQuery<typeof listOfferedOf>,
): Promise<Page<SlotWithBookability>> {
  if (!(await readActiveReviewer(context.db, { id: reviewerId }))) {
    throw new Refused(slotRefusals.unknownReviewer)
  }
  const offered = { reviewerId, ...offeredNow(context, later) }
  const page = await readOfferedSlots(context.db, offered, asked)
  return mapPage(page, (row) => showOffered(context, row))
}

/** Whether a slot that has not begun is free on a holiday, so that nobody can book it. */
export function isUnbookableOnHoliday(
  { clock, settings: { timeZone, holidays } }: Context,
  { starts_at, review_id }: { starts_at: number; review_id: string | null },
): boolean {
  if (review_id !== null || starts_at <= clock() || holidays.length === 0) return false
  return findHoliday(getDateInZone(starts_at, timeZone), holidays) !== undefined
}

function showOffered(
  context: Context,
  row: Parameters<typeof toSlot>[1] & { obstacle: keyof typeof slotUnbookableReasons | null },
): SlotWithBookability {
  const slot = toSlot(context, row)
  const isHoliday = isUnbookableOnHoliday(context, row)
  const obstacle = isHoliday ? 'holiday' : row.obstacle
  const whyNot = obstacle && slotUnbookableReasons[obstacle]
  return { ...slot, canBeBooked: !slot.isBooked && whyNot === null, whyNot }
}

/** A page of the verified, unblocked reviewers with their domains and free slots, by name. */
export async function listReviewers(
  context: Context,
  asked: PageRequest,
): Promise<Page<ListedReviewer>> {
  const { db } = context
  const page = await readActiveReviewers(db, {}, asked)
  const reviewerIds = JSON.stringify(page.items.map(({ id }) => id))
  const domains = await readDomainsByReviewer(db, { reviewerIds })
  const free = await readFreeSlotCounts(db, { ...getBookingRuleInputs(context), reviewerIds })
  const domainsById = Map.groupBy(domains, ({ reviewer_id }) => reviewer_id)
  const freeById = new Map(free.map((one) => [one.reviewer_id, one]))
  return mapPage(page, ({ id, name, email }) => {
    const { count = 0, first } = freeById.get(id) ?? {}
    return {
      _id: id,
      name,
      email,
      domain: (domainsById.get(id) ?? []).map((domain) => ({ _id: domain.id, name: domain.name })),
      freeSlots: count,
      firstFree: first === undefined ? null : showBeginning(context, first),
    }
  })
}

type HeldRow = {
  review_id: string | null
  status: string | null
  week: number | null
  student_id: string | null
  student_name: string | null
}

/** Converts a row to a slot as its reviewer sees it, with the review that has it. */
export function toOwnSlot(
  context: Context,
  row: { id: string; starts_at: number; ends_at: number; is_busy: number } & HeldRow,
): OwnSlot {
  return {
    ...toSlot(context, row),
    startsAt: toIsoInstant(row.starts_at),
    endsAt: toIsoInstant(row.ends_at),
    review: showHolder(row),
    inBusyTime: row.is_busy === 1,
  }
}

/** The review of a row; null if the slot is free. */
function showHolder({ review_id: id, status, week, ...row }: HeldRow): OwnSlot['review'] {
  const student = toReference(row.student_id, row.student_name)
  if (id === null || status === null || week === null || student === null) return null
  return { _id: id, status: parseEnum(ReviewStatus.options, status), week, student }
}

/** Converts a row to a slot with its start and reviewer. */
export function toSlotWithReviewer(
  context: Context,
  row: Parameters<typeof toSlot>[1] & { reviewer_id: string; reviewer_name: string },
): SlotWithReviewer {
  return {
    ...toSlot(context, row),
    startsAt: toIsoInstant(row.starts_at),
    reviewer: { _id: row.reviewer_id, name: row.reviewer_name },
  }
}

function showBeginning({ settings }: Context, startsAt: number) {
  return { ...toWallTime(startsAt, settings.timeZone), startsAt: toIsoInstant(startsAt) }
}
