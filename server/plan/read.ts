import { setImmediate } from 'node:timers/promises'
import type { PageAsked } from '#contract/kit/endpoint.ts'
import { minuteMs } from '#contract/kit/time.ts'
import { addDays, dateInZone, daysAWeek, instantAt } from '#contract/kit/zone.ts'
import { plannedReviewsMax, plannedSlotsMax } from '#contract/limits/plan.ts'
import type { Page } from '#server/database/list.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import type { Context } from '#server/kit/context.ts'
import { bookableNow } from '#server/slots/bookable.ts'
import { aimAt } from './aim.ts'
import type { OpenReviewer, Problem } from './matching/problem.ts'
import {
  readBookableSlots,
  readBookableSlotsOf,
  readOtherWaiting,
  readOwnWaiting,
  readReviewersOf,
  readUsedSlots,
  readWishes,
  type WaitingRow,
} from './queries.ts'

/** A problem, and the rows behind its reviews, slots and reviewers, in the same order. */
export type Read = Awaited<ReturnType<typeof readAround>>

/**
 * All that waits in the school: the advisor's reviews first, which have a slot wherever one is left,
 * then those of others, so that the plan leaves them as much as it can. Where there is enough for
 * everybody, the plans of several advisors are parts of one.
 */
export async function readSchool(
  context: Context,
  advisorId: string,
  { asSoonAsPossible }: { asSoonAsPossible: boolean },
) {
  const { db } = context
  const own = await readUpTo(db, plannedReviewsMax, (asked) =>
    readOwnWaiting(db, { advisorId }, asked),
  )
  const others = await readUpTo(db, plannedReviewsMax - own.length, (asked) =>
    readOtherWaiting(db, { advisorId }, asked),
  )
  const soonest = asSoonAsPossible ? own.length : 0
  return { ...(await readAround(context, [...own, ...others], { soonest })), own: own.length }
}

/**
 * What these reviews can have: slots that can be booked, for the one review if it is named. So many
 * at the beginning are to be as soon as possible.
 */
export async function readAround(
  context: Context,
  reviews: WaitingRow[],
  { reviewId = '', soonest = 0 }: { reviewId?: string; soonest?: number },
) {
  const { db, clock, settings } = context
  const { timeZone } = settings
  const today = dateInZone(clock(), timeZone)
  const domainIds = [...new Set(reviews.flatMap(({ domain_id }) => domain_id ?? []))]
  const rows = domainIds.length > 0 ? await readReviewersOf(db, domainIds) : []
  const reviewers = [...Map.groupBy(rows, ({ id }) => id).values()]
  const placeOf = new Map(reviewers.map(([first], place) => [first?.id, place]))
  const bookable = bookableNow(context, reviewId)
  const [domainId = '', ...others] = domainIds
  const readSlots = (asked: PageAsked) =>
    others.length > 0
      ? readBookableSlots(db, bookable, asked)
      : readBookableSlotsOf(db, { ...bookable, domainId }, asked)
  const found = reviewers.length > 0 ? await readUpTo(db, plannedSlotsMax, readSlots) : []
  const slots = found.filter(({ reviewer_id }) => placeOf.has(reviewer_id))
  const { dayOf, weekOf, loads } = await readLoads(context, reviewers.length > 0)
  const placed = slots.map(({ id, starts_at }, place) => {
    return [id, { place, startsAt: starts_at, day: dayOf(starts_at) }] as const
  })
  const wishes = slots.length > 0 ? await wishesOf(context, reviews, new Map(placed)) : undefined
  const now = clock()
  const problem: Problem = {
    ...{ today, noticeHours: settings.planNoticeHours },
    reviews: reviews.map((row, index) => ({
      domain: row.domain_id === null ? -1 : domainIds.indexOf(row.domain_id),
      ...aimAt({
        ...{ dueAt: row.due_at, now, rule: settings, asSoonAsPossible: index < soonest },
        wished: wishes?.get(row.id) ?? [],
      }),
      tired: row.tired_of === null ? undefined : placeOf.get(row.tired_of),
    })),
    slots: slots.map(({ reviewer_id, starts_at, ends_at }) => ({
      reviewer: placeOf.get(reviewer_id) ?? -1,
      ...{ startsAt: starts_at, endsAt: ends_at, day: dayOf(starts_at), week: weekOf(starts_at) },
    })),
    reviewers: reviewers.map((own): OpenReviewer => {
      const [{ id = '', buffer = null, most_a_day = null } = {}] = own
      return {
        domains: own.map(({ domain_id }) => domainIds.indexOf(domain_id)),
        buffer: (buffer ?? 0) * minuteMs,
        mostADay: most_a_day ?? undefined,
        ...(loads.get(id) ?? { onDay: [], inWeek: [] }),
      }
    }),
  }
  return { problem, reviews, slots, reviewers: reviewers.flatMap(([first]) => first ?? []) }
}

/** SQLite answers in this thread: other calls have their turn between two pages of so many rows. */
const rowsAtOnce = 100

/** Reads a list up to so many rows: of PostgreSQL in one statement. */
async function readUpTo<Row>(
  db: Db,
  most: number,
  read: (asked: PageAsked) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  const pageOf = isPostgres(db) ? most : rowsAtOnce
  let cursor: string | undefined
  do {
    const limit = Math.min(pageOf, most - rows.length)
    if (limit <= 0) break
    const page = await read({ limit, cursor })
    rows.push(...page.items)
    cursor = page.next
    await setImmediate()
  } while (cursor !== undefined)
  return rows
}

/** How many reviews each reviewer has on the days of the horizon, and in its weeks. */
async function readLoads({ db, clock, settings }: Context, isWanted: boolean) {
  const { timeZone, bookableDays } = settings
  const today = dateInZone(clock(), timeZone)
  const midnight = (days: number) => instantAt(addDays(today, days), '00:00', timeZone)
  // Weeks begin on Monday.
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const days = [...countUpTo(bookableDays), bookableDays].map(midnight)
  const weekCount = Math.ceil((sinceMonday + bookableDays) / daysAWeek)
  const weeks = countUpTo(weekCount + 1).map((week) => midnight(week * daysAWeek - sinceMonday))
  const placeIn = (bounds: number[]) => (instant: number) =>
    bounds.findLastIndex((bound) => bound <= instant)
  const [dayOf, weekOf] = [placeIn(days), placeIn(weeks)]
  const span = { from: weeks.at(0) ?? 0, before: weeks.at(-1) ?? 0 }
  const used = isWanted ? await readUsedSlots(db, span) : []
  const loads = new Map<string, Pick<OpenReviewer, 'onDay' | 'inWeek'>>()
  for (const { reviewer_id, starts_at } of used) {
    const load = loads.get(reviewer_id) ?? {
      onDay: countUpTo(bookableDays).map(() => 0),
      inWeek: countUpTo(weekCount).map(() => 0),
    }
    loads.set(reviewer_id, load)
    const [day, week] = [dayOf(starts_at), weekOf(starts_at)]
    if (day >= 0 && day < bookableDays) load.onDay[day] = (load.onDay[day] ?? 0) + 1
    load.inWeek[week] = (load.inWeek[week] ?? 0) + 1
  }
  return { dayOf, weekOf, loads }
}

const countUpTo = (count: number) => [...Array(count).keys()]

/** The slots that each review's student wishes for, of those that can be had, by their ids. */
async function wishesOf<Slot>(
  { db }: Context,
  reviews: WaitingRow[],
  slots: ReadonlyMap<string, Slot>,
): Promise<ReadonlyMap<string, Slot[]> | undefined> {
  const wishing = reviews.filter(({ has_wish }) => has_wish === 1).map(({ id }) => id)
  if (wishing.length === 0) return undefined
  const wishes = new Map<string, Slot[]>()
  for (const { review_id, slot_id } of await readWishes(db, wishing)) {
    const slot = slot_id === null ? undefined : slots.get(slot_id)
    if (slot) wishes.set(review_id, [...(wishes.get(review_id) ?? []), slot])
  }
  return wishes
}
