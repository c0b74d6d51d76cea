import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import type { Problem } from '#server/plan/matching/problem.ts'

/** The size of a generated school. Each reviewer has `perDay` half-hour slots for 3 days. */
export type Size = { reviews: number; slots: number; domains: number; perDay: number }

const days = 3
const slotMs = 30 * minuteMs

/** A random school with waiting reviews. The same seed gives the same school. */
export function makeProblem(seed: number, { reviews, slots, domains, perDay }: Size): Problem {
  const random = randomFrom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const among = <T>(items: readonly T[]): T | undefined => items[below(items.length)]
  const randomDue = randomFrom(seed + 1)
  const randomRule = randomFrom(seed + 2)
  const earliestDays = Math.floor(randomRule() * 8)
  const noticeHours = Math.floor(randomRule() * 49)
  const reviewers = Array.from({ length: Math.ceil(slots / (perDay * days)) }, () => ({
    domains: [...new Set([below(domains), ...(random() < 0.4 ? [below(domains)] : [])])],
    buffer: random() < 0.4 ? (1 + below(3)) * 10 * minuteMs : 0,
    mostADay: random() < 0.3 ? 1 + below(Math.ceil(perDay / 2)) : undefined,
    onDay: Array.from({ length: days }, () => (random() < 0.3 ? below(3) : 0)),
    inWeek: [below(8), 0],
  }))
  const gaps = reviewers.map(() => below(3) * 5 * minuteMs)
  const open = reviewers
    .flatMap((_, reviewer) =>
      Array.from({ length: perDay * days }, (_, number) => {
        const day = Math.floor(number / perDay)
        const fromNine = (number % perDay) * (slotMs + (gaps[reviewer] ?? 0))
        const startsAt = day * dayMs + 9 * hourMs + fromNine
        return { reviewer, startsAt, endsAt: startsAt + slotMs, day, week: day === 2 ? 1 : 0 }
      }),
    )
    .slice(0, slots)
    .toSorted((a, b) => a.startsAt - b.startsAt)
  return {
    today: '2026-03-02',
    noticeHours,
    isSoonest: false,
    reviewers,
    slots: open,
    reviews: Array.from({ length: reviews }, () => {
      const domain = below(domains)
      const dueDay = Math.floor(randomDue() * 14) - 9
      const earliestDay = dueDay < 0 ? 0 : Math.max(0, dueDay - earliestDays)
      const from = dueDay < 0 ? 0 : Math.max(noticeHours * hourMs, earliestDay * dayMs)
      const soonestFrom = dueDay < 0 ? 0 : noticeHours * hourMs
      const own = open.flatMap(({ reviewer }, slot) =>
        reviewers[reviewer]?.domains.includes(domain) ? [{ reviewer, slot }] : [],
      )
      const requested =
        random() < 0.15 ? Array.from({ length: 1 + below(3) }, () => among(own)) : []
      const repeatReviewer = random() < 0.15 ? among(own) : undefined
      return {
        domain,
        requestedSlots: [...new Set(requested.flatMap((one) => (one ? [one.slot] : [])))].filter(
          (slot) => (open[slot]?.startsAt ?? 0) >= from,
        ),
        dueDay,
        aimDay: dueDay,
        earliestDay,
        from,
        soonestFrom,
        repeatReviewer: repeatReviewer?.reviewer,
      }
    }),
  }
}

/** Mulberry32: pseudo-random numbers from 0 (inclusive) to 1 (exclusive). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
