import { minuteMs } from '#contract/kit/time/durations.ts'
import {
  addDays,
  daysPerWeek,
  getClockTimeInZone,
  getDateInZone,
  getInstantAt,
  getMonday,
  getWeekday,
} from '#contract/kit/time/zone.ts'
import { clonedSlotsMax, publishHorizonDays } from '#contract/limits/slots.ts'
import { cloneRefusals } from '#contract/slots/remove-and-clone-slots.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit, skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { toInstantRange } from './bookable/instant-range.ts'
import { emitSlotWebhookEvents } from './emit-slot-webhook-events.ts'
import { insertSlots } from './queries.ts'
import { makeAbsenceCheck } from './refuse-during-absence.ts'
import { lockReviewer } from './remove-free-slots.ts'
import { readBookingRules, readSlotsWithin } from './reviewer-slot-queries.ts'
import { refuseOverSlotLimit } from './slot-limit.ts'
import { filterNonOverlapping, type Span } from './split-into-slots.ts'

type LeftOut = { noFit: number; buffer: number; mostADay: number; away: number }
type Cloned = { added: number; leftOut: number; leftOutFor: LeftOut }

/**
 * Copies the slots of a reviewer's week to other weeks, at the same wall-clock times. Returns how
 * many were added, and how many were left out because they overlap a slot, are in the past or at a
 * time the clock skips, break the buffer or the daily maximum, or fall into an absence. Refuses a
 * week without slots and exceeding the slot limit (409), and too many weeks or weeks too far ahead
 * (400).
 */
export async function cloneWeek(
  context: Context<Tx>,
  reviewerId: string,
  { from, to }: { from: string; to: string[] },
): Promise<Cloned> {
  const { clock, settings } = context
  const last = addDays(getDateInZone(clock(), settings.timeZone), publishHorizonDays)
  if (to.some((date) => date > last)) throw new Refused(cloneRefusals.tooFar)
  await lockReviewer(context, reviewerId)
  const weeks = [...new Set(to.map(getMonday))]
  const slots = await readWeek(context, reviewerId, getMonday(from))
  if (slots.length === 0) throw new Refused(cloneRefusals.nothing)
  const wanted = slots.length * weeks.length
  if (wanted > clonedSlotsMax) throw new Refused(cloneRefusals.tooMany)
  const { buffer = 0, most_a_day = null } =
    (await readBookingRules(context.db, { reviewerId })) ?? {}
  const apart = buffer * minuteMs
  const dateOf = ({ startsAt }: Span) => getDateInZone(startsAt, settings.timeZone)
  const left = { noFit: wanted, buffer: 0, mostADay: 0, away: 0 }
  let added = 0
  for (const week of weeks) {
    const spans = slots.flatMap((slot) => toOtherWeek(context, week, slot) ?? [])
    const isAway = await makeAbsenceCheck(context, reviewerId, {
      from: week,
      to: addDays(week, daysPerWeek - 1),
    })
    const there = spans.filter((span) => !isAway(dateOf(span)))
    const taken = await readWeek(context, reviewerId, week, apart)
    const fitting = filterNonOverlapping(there, taken)
    const spaced = filterNonOverlapping(there, taken, apart)
    const kept = most_a_day === null ? spaced : limitPerDay(most_a_day, spaced, taken, dateOf)
    left.away += spans.length - there.length
    left.noFit -= fitting.length + spans.length - there.length
    left.buffer += fitting.length - spaced.length
    left.mostADay += spaced.length - kept.length
    await refuseOverSlotLimit(context, reviewerId, kept.length)
    added += await addSpans(context, reviewerId, kept)
  }
  if (added === 0) skipAudit(context)
  context.live.changed('slots', [reviewerId])
  return { added, leftOut: wanted - added, leftOutFor: left }
}

/** The first ranges of each day, up to the daily maximum including the taken ones. */
function limitPerDay(most: number, spans: Span[], taken: Span[], dateOf: (span: Span) => string) {
  const onDay = new Map<string, number>()
  const isWithin = (span: Span) => {
    const count = (onDay.get(dateOf(span)) ?? 0) + 1
    onDay.set(dateOf(span), count)
    return count <= most
  }
  taken.forEach(isWithin)
  return spans.filter(isWithin)
}

/** The slots of a week, and those within a buffer before and after it. */
async function readWeek({ db, settings }: Context, reviewerId: string, week: string, apart = 0) {
  const { after, before } = toInstantRange(week, daysPerWeek, settings.timeZone)
  const span = { reviewerId, from: after + 1 - apart, until: before + apart }
  const slots = await readSlotsWithin(db, span)
  return slots.map(({ starts_at, ends_at }): Span => ({ startsAt: starts_at, endsAt: ends_at }))
}

/** The same day and time in another week; undefined if it is past or skipped by the clock. */
function toOtherWeek({ clock, settings: { timeZone } }: Context, week: string, slot: Span) {
  const date = addDays(week, getWeekday(getDateInZone(slot.startsAt, timeZone)) - 1)
  const time = getClockTimeInZone(slot.startsAt, timeZone)
  const startsAt = getInstantAt(date, time, timeZone)
  if (startsAt <= clock() || getClockTimeInZone(startsAt, timeZone) !== time) return undefined
  return { startsAt, endsAt: startsAt + slot.endsAt - slot.startsAt }
}

async function addSpans(context: Context<Tx>, reviewerId: string, spans: Span[]): Promise<number> {
  const rows = spans.map(({ startsAt, endsAt }) => ({
    id: newId(),
    reviewer_id: reviewerId,
    starts_at: startsAt,
    ends_at: endsAt,
  }))
  if (rows.length > 0) await insertSlots(context.db, rows)
  for (const row of rows) await recordAudit(context, { kind: 'slots', id: row.id, after: row })
  await emitSlotWebhookEvents(context, 'slot.added', reviewerId, rows)
  return rows.length
}
