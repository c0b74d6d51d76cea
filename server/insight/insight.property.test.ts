import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listHours } from '#contract/hours.ts'
import { getInsight, type Insight } from '#contract/insight.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import {
  dayCount,
  getSlotStart,
  makeSchool,
  type RandomReview,
  replaceReviews,
  reviewArbitrary,
  type TestSchool,
} from '#test/insight/random-reviews.ts'
import { makePropertyParameters } from '#test/property.ts'

type Span = { from?: string; to?: string }
type Dated = RandomReview & { date: string; startsAt: number }

const someDay = fc.option(fc.integer({ min: -1, max: dayCount }).map(toDate), { nil: undefined })
const someSpan = fc
  .tuple(someDay, someDay)
  .map(([from, to]) => (from && to && to < from ? { from: to, to: from } : { from, to }))
  .map((span): Span => JSON.parse(JSON.stringify(span)))

function toDate(day: number): string {
  return new Date(monday + day * dayMs).toISOString().slice(0, 10)
}

/** The reviews on dates of the span in the school's zone, of a domain if one is given. */
function pick({ context }: TestApp, reviews: RandomReview[], { from, to }: Span, domain?: number) {
  return reviews
    .map((review, nth): Dated => {
      const startsAt = getSlotStart(review, nth)
      const there = Temporal.Instant.fromEpochMilliseconds(startsAt)
      const date = there.toZonedDateTimeISO(context.settings.timeZone).toPlainDate().toString()
      return { ...review, startsAt, date }
    })
    .filter(({ date }) => (from ?? date) <= date && date <= (to ?? date))
    .filter(({ student }) => domain === undefined || student % 2 === domain)
}

const isNoShow = ({ status }: RandomReview) => status === 'student' || status === 'reviewer'
const isHeld = ({ status }: RandomReview) => status === 'held'
const tenth = (value: number) => Math.round(value * 10) / 10
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : tenth((low + high) / 2)
}

const means = (held: Dated[]) => ({
  held: held.length,
  minutes: sum(held.map(({ minutes, wasMoved }) => (wasMoved ? 0 : (minutes ?? 0)))),
  code: tenth(sum(held.map(({ code }) => code)) / held.length),
  theory: tenth(sum(held.map(({ theory }) => theory)) / held.length),
})

/** The same figures, counted plainly. */
function countPlainly(picked: Dated[], { reviewers }: TestSchool): Insight {
  const held = picked.filter(isHeld)
  const weeks = [1, 2, 3, 4].flatMap((week) => {
    const all = picked.filter((one) => one.week === week && (isHeld(one) || isNoShow(one)))
    const of = all.filter(isHeld)
    const students = (some: Dated[]) => new Set(some.map(({ student }) => student)).size
    const figures = {
      week,
      held: of.length,
      students: students(of),
      noShows: all.filter(isNoShow).length,
      repeats: students(of.filter(({ repeats }) => repeats)),
      critical: students(of.filter(({ weekStatus }) => weekStatus === 'Task Critical')),
      code: median(of.map(({ code }) => code)),
      theory: median(of.map(({ theory }) => theory)),
      days: median(of.map(({ late }) => late / 2)),
    }
    return all.length > 0 ? [figures] : []
  })
  const byReviewer = reviewers.flatMap(({ _id, name }, number) => {
    const own = held.filter(({ reviewer }) => reviewer === number)
    return own.length > 0 ? [{ _id, name, ...means(own) }] : []
  })
  return { weeks, reviewers: byReviewer, school: held.length > 0 ? means(held) : null }
}

test('insight is what a plain count of the reviews says, for any days and domain', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const school = await makeSchool(app)
  const reviews = fc.array(reviewArbitrary, { maxLength: 40 })
  const domain = fc.option(fc.nat({ max: 1 }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(reviews, someSpan, domain, async (some, span, number) => {
      await replaceReviews(app, school, some)
      const of = number === undefined ? {} : { domain: school.domains[number]?._id }
      const { status, body } = await app.call(getInsight, { token, query: { ...span, ...of } })
      expect(status).toBe(200)
      expect(body).toEqual(countPlainly(pick(app, some, span, number), school))
    }),
    makePropertyParameters(40),
  )
})

/** Hours by day, reviewer and domain as one text each, counted plainly. */
function countHours(picked: Dated[], { reviewers, domains }: TestSchool): Record<string, number[]> {
  const rows = Map.groupBy(
    picked.filter((one) => isHeld(one) || isNoShow(one)),
    ({ date, reviewer, student }) =>
      [date, reviewers[reviewer]?.email, domains[student % 2]?.name].join(' '),
  )
  const entries = [...rows].map(([key, all]): [string, number[]] => {
    const { held, minutes } = means(all.filter(isHeld))
    const missed = (who: string) => all.filter(({ status }) => status === who).length
    const none = all.filter((one) => isHeld(one) && (one.wasMoved || !one.minutes)).length
    return [key, [held, minutes, missed('student'), missed('reviewer'), none]]
  })
  return Object.fromEntries(entries)
}

test('hours are what a plain count says; a reviewer sees only their own', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const school = await makeSchool(app)
  const [first] = school.reviewers
  await fc.assert(
    fc.asyncProperty(fc.array(reviewArbitrary, { maxLength: 40 }), someSpan, async (some, span) => {
      await replaceReviews(app, school, some)
      const query = { from: toDate(-1), to: toDate(dayCount), ...span }
      const asked = { admin: token, reviewer: first?.token }
      for (const role of ['admin', 'reviewer'] as const) {
        const { status, body } = await app.call(listHours[role], { token: asked[role], query })
        expect(status).toBe(200)
        const rows = body.map(({ date, email, domain, ...row }) => [
          [date, email, domain].join(' '),
          [row.held, row.minutes, row.studentNoShows, row.reviewerNoShows, row.withoutTimes],
        ])
        const picked = pick(app, some, query)
        const own = role === 'admin' ? picked : picked.filter(({ reviewer }) => reviewer === 0)
        expect(Object.fromEntries(rows)).toEqual(countHours(own, school))
      }
    }),
    makePropertyParameters(40),
  )
})

test('hours of more than a year, and of days in the wrong order, are refused', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'reviewer')
  const message = 'Choose a first day and a last day, at most 366 days apart'
  for (const query of [
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2020-01-01', to: '2026-03-01' },
  ]) {
    const { status, body } = await app.call(listHours.reviewer, { token, query })
    expect([status, body]).toEqual([400, { message }])
  }
})
