import type { getInsight as endpoint, Insight, WeekInsight } from '#contract/insight.ts'
import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, startOfDay } from '#contract/kit/time/zone.ts'
import type { Context } from '#server/kit/context.ts'
import { countNoShowsByWeek, readReviewers, readWeeks } from './queries.ts'

/**
 * Returns the figures of the reviews that were held from the first to the last day, in the school's
 * time zone, by week of the course and by reviewer. Without days it is all of them.
 */
export async function getInsight(
  { db, settings: { timeZone } }: Context,
  { domain, from, to }: EndpointQuery<typeof endpoint>,
): Promise<Insight> {
  const asked = {
    from: from === undefined ? undefined : startOfDay(from, timeZone),
    until: to === undefined ? undefined : startOfDay(addDays(to, 1), timeZone),
    domain,
  }
  const [weeks, noShows, reviewers] = await Promise.all([
    readWeeks(db, asked),
    countNoShowsByWeek(db, asked),
    readReviewers(db, asked),
  ])
  return {
    weeks: toWeeks(weeks, noShows),
    reviewers: reviewers.map(({ id: _id, name, ...sums }) => ({ _id, name, ...toMeans(sums) })),
    school: reviewers.length === 0 ? null : toMeans(addUp(reviewers)),
  }
}

/** The weeks in which a review was held or somebody did not come, in order. */
function toWeeks(
  weeks: Awaited<ReturnType<typeof readWeeks>>,
  noShows: Awaited<ReturnType<typeof countNoShowsByWeek>>,
): WeekInsight[] {
  const none = { held: 0, students: 0, repeats: 0, critical: 0, noShows: 0 }
  const byWeek = new Map<number, WeekInsight>()
  for (const { code, theory, days, ...counts } of weeks) {
    const medians = { code: toTenth(code), theory: toTenth(theory), days: toTenth(days) }
    byWeek.set(counts.week, { ...none, ...counts, ...medians })
  }
  for (const { week, noShows: count } of noShows) {
    const row = byWeek.get(week) ?? { week, ...none, code: null, theory: null, days: null }
    byWeek.set(week, { ...row, noShows: count })
  }
  return [...byWeek.values()].toSorted((one, other) => one.week - other.week)
}

type Sums = { held: number; code: number; theory: number; held_ms: number | null }

function addUp(reviewers: Sums[]): Sums {
  const sum = (of: (one: Sums) => number) => reviewers.reduce((all, one) => all + of(one), 0)
  return {
    held: sum(({ held }) => held),
    code: sum(({ code }) => code),
    theory: sum(({ theory }) => theory),
    held_ms: sum(({ held_ms }) => held_ms ?? 0),
  }
}

const toMeans = ({ held, code, theory, held_ms }: Sums) => ({
  held,
  minutes: Math.round((held_ms ?? 0) / minuteMs),
  code: toTenth(code / held),
  theory: toTenth(theory / held),
})

const toTenth = (value: number) => Math.round(value * 10) / 10
