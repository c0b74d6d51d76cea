import { minuteMs } from '#contract/kit/time/durations.ts'
import type { Context } from '#server/kit/context.ts'
import type { OpenReviewer, OpenSlot } from '../matching/problem.ts'
import { readDomainReviewers, type SlotRow } from '../queries.ts'
import { type BookingCalendar, readLoads } from './reviewer-loads.ts'

type Domained = { domain_id: string | null }

/** The possible reviewers, with their domains as indexes. */
export type ReviewerPool = Awaited<ReturnType<typeof readReviewerPool>>

/**
 * Reads the reviewers of these reviews' domains, or with `read` those of other domains too. With
 * `reviewId`, the slot of that review is no load.
 */
export async function readReviewerPool(
  context: Context,
  calendar: BookingCalendar,
  reviews: Domained[],
  { read = readDomainReviewers, reviewId = '' } = {},
) {
  const own = [...new Set(reviews.flatMap(({ domain_id }) => domain_id ?? []))]
  const [rows, loads] =
    own.length > 0
      ? await Promise.all([read(context.db, own), readLoads(context, calendar, reviewId)])
      : [[], new Map<string, never>()]
  const domainIds = [...new Set([...own, ...rows.map(({ domain_id }) => domain_id)])]
  const domainOf = new Map(domainIds.map((id, place) => [id, place]))
  const people = [...Map.groupBy(rows, ({ id }) => id).values()]
  const placeOf = new Map(people.map(([first], place) => [first?.id, place]))
  const reviewers = people.map((of): OpenReviewer => {
    const [{ id = '', buffer = null, most_a_day = null } = {}] = of
    return {
      domains: of.flatMap(({ domain_id }) => domainOf.get(domain_id) ?? []),
      buffer: (buffer ?? 0) * minuteMs,
      mostADay: most_a_day ?? undefined,
      ...(loads.get(id) ?? { onDay: [], inWeek: [] }),
    }
  })
  return {
    domainIds,
    reviewers,
    people: people.flatMap(([first]) => first ?? []),

    /** The index of a review's domain; -1 if it has none or its domain was not read. */
    domainOf: ({ domain_id }: Domained) => domainOf.get(domain_id ?? '') ?? -1,

    /** The index of a reviewer; undefined if they are not in the pool. */
    placeOf: (id: string | null) => (id === null ? undefined : placeOf.get(id)),

    slotOf({ reviewer_id, starts_at, ends_at }: SlotRow): OpenSlot {
      return {
        reviewer: placeOf.get(reviewer_id) ?? -1,
        startsAt: starts_at,
        endsAt: ends_at,
        day: calendar.dayOf(starts_at),
        week: calendar.weekOf(starts_at),
      }
    },
  }
}
