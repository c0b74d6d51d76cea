import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { findHoliday, skipHolidaysInZone } from '#contract/kit/time/holidays.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { planDaysBeforeDueMax, planNoticeHoursMax } from '#contract/limits/limits.ts'
import {
  findPlannableFromDate,
  getEarliestStart,
  getPlannableDueCutoff,
} from '#contract/reviews/scheduling/planning-rules.ts'
import { arbitraryHolidays } from '#test/availability/arbitrary-holidays.ts'
import { makeProblem } from '#test/plan/random-problem.ts'
import { makePropertyParameters } from '#test/property.ts'
import { getItem, type OpenSlot, type Problem } from './matching/problem.ts'
import { fitsReview } from './matching/slot-fit.ts'
import { makeSolver } from './matching/solve.ts'
import { allowRequestedSlots, getTargetDate } from './read/target-date.ts'
import { findUnusedSlots } from './reasons.ts'

const solve = await makeSolver()

/** Midnight, when the days of the generated school begin. */
const now = 0
const school = fc.record({
  seed: fc.nat(),
  planEarliestDays: fc.integer({ min: 0, max: planDaysBeforeDueMax }),
  planNoticeHours: fc.integer({ min: 0, max: planNoticeHoursMax }),
  soonest: fc.nat(20),
  dues: fc.array(fc.integer({ min: -3 * 24 * 60, max: 12 * 24 * 60 }), {
    minLength: 1,
    maxLength: 20,
  }),
})

test('whatever the school, no slot is earlier than the rules allow', () => {
  fc.assert(
    fc.property(school, ({ seed, soonest, dues, ...days }) => {
      const rule = { timeZone: 'UTC', holidays: [], ...days }
      const made = makeProblem(seed, { reviews: dues.length, slots: 40, domains: 2, perDay: 5 })
      const problem: Problem = {
        ...made,
        reviews: made.reviews.map((review, index) => ({
          ...review,
          ...getTargetDate({
            dueAt: getItem(dues, index) * minuteMs,
            now,
            rule,
            requested: [],
            asSoonAsPossible: index < soonest,
          }),
          requestedSlots: [],
        })),
      }
      solve(problem, performance.now() + 60_000, ({ plan }) => {
        for (const [index, place] of plan.entries()) {
          const dueAt = getItem(dues, index) * minuteMs
          if (place === undefined || dueAt <= now) continue
          const { startsAt } = getItem(problem.slots, place)
          expect(startsAt).toBeGreaterThanOrEqual(now + days.planNoticeHours * hourMs)
          if (index < soonest) continue
          const first = addDays(getDateInZone(dueAt, 'UTC'), -days.planEarliestDays)
          expect(getDateInZone(startsAt, 'UTC') >= first).toBe(true)
        }
      })
    }),
    makePropertyParameters(60),
  )
})

test('no review waits past its due day, or another day, to avoid the same reviewer', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 20 }), (seed, reviews) => {
      const problem = makeProblem(seed, { reviews, slots: 40, domains: 2, perDay: 5 })
      solve(problem, performance.now() + 60_000, ({ plan, isBest }) => {
        if (!isBest) return
        const left = findUnusedSlots(problem, plan).map((place) => getItem(problem.slots, place))
        for (const [index, place] of plan.entries()) {
          const review = getItem(problem.reviews, index)
          if (place === undefined || review.requestedSlots.length > 0) continue
          const lastDay = Math.max(0, review.dueDay)
          if (getItem(problem.slots, place).day <= lastDay) continue
          const isOnTime = (slot: OpenSlot) =>
            slot.day <= lastDay && fitsReview(problem, review, slot)
          expect(left.filter(isOnTime)).toEqual([])
        }
      })
    }),
    makePropertyParameters(100),
  )
})

test('what counts as too early follows the school’s rules in every zone and across clock changes', () => {
  const hours = fc.integer({ min: -100, max: 400 })
  fc.assert(
    fc.property(
      fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'UTC'),
      fc.constantFrom('2026-03-05T17:10:00Z', '2026-04-02T03:00:00Z', '2026-10-30T23:50:00Z'),
      school,
      hours,
      hours,
      fc.boolean(),
      (timeZone, instant, { planEarliestDays, planNoticeHours }, due, begins, asSoonAsPossible) => {
        const today = Date.parse(instant)
        const [dueAt, startsAt] = [today + due * hourMs, today + begins * hourMs]
        const rule = { timeZone, planEarliestDays, planNoticeHours, holidays: [] }
        const { from } = getTargetDate({ dueAt, now: today, rule, asSoonAsPossible, requested: [] })
        const first = addDays(getDateInZone(dueAt, timeZone), -planEarliestDays)
        const isOverdue = dueAt <= today
        const isLate = asSoonAsPossible || getDateInZone(startsAt, timeZone) >= first
        const keepsNotice = startsAt >= today + planNoticeHours * hourMs
        expect(startsAt >= from).toBe(isOverdue ? startsAt >= today : isLate && keepsNotice)
      },
    ),
    makePropertyParameters(500),
  )
})

test('a review is planned as soon as its first possible day can be booked', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'UTC'),
      fc.integer({ min: 0, max: 400 }),
      fc.nat(planDaysBeforeDueMax),
      fc.integer({ min: 3, max: 28 }),
      arbitraryHolidays('2026-03-03', 40),
      (timeZone, due, planEarliestDays, bookableDays, holidays) => {
        const now = Date.parse('2026-03-05T17:10:00Z')
        const rule = { timeZone, planEarliestDays, planNoticeHours: 0, bookableDays, holidays }
        const today = getDateInZone(now, timeZone)
        const dueAt = skipHolidaysInZone(now + due * hourMs, rule)
        const { date } = getEarliestStart({ dueAt, now, rule })
        const isBookable = date < addDays(today, bookableDays)
        expect(findPlannableFromDate(dueAt, today, rule)).toBe(isBookable ? undefined : date)
        expect(dueAt < getPlannableDueCutoff(now, rule)).toBe(isBookable)
        if (!isBookable) expect(findHoliday(date, holidays)).toBeUndefined()
      },
    ),
    makePropertyParameters(200),
  )
})

test('a student who requests an earlier slot can have it if it keeps the notice and is free', () => {
  const rule = { timeZone: 'UTC', planEarliestDays: 2, planNoticeHours: 12, holidays: [] }
  const [later, sooner] = [
    { id: 'later', startsAt: dayMs, day: 1 },
    { id: 'sooner', startsAt: 2 * hourMs, day: 0 },
  ]
  const asked = { dueAt: 7 * dayMs, now, rule, asSoonAsPossible: false }
  const target = getTargetDate({ ...asked, requested: [later, sooner] })
  expect(allowRequestedSlots(target, () => true)).toEqual({
    requestedSlots: [later],
    dueDay: 7,
    aimDay: 7,
    from: dayMs,
    earliestDay: 1,
    soonestFrom: 12 * hourMs,
  })
  const byRule = { requestedSlots: [], from: 5 * dayMs, earliestDay: 5 }
  expect(allowRequestedSlots(target, () => false)).toMatchObject(byRule)
  expect(getTargetDate({ ...asked, requested: [] })).toMatchObject(byRule)
})
