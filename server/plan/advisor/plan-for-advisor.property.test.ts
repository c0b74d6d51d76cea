import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countPlanned, findViolations, getCost } from '#test/plan/judge.ts'
import { makeProblem } from '#test/plan/random-problem.ts'
import { makePropertyParameters } from '#test/property.ts'
import { assignMost } from '../matching/assign.ts'
import { getItem, type Plan, type Problem } from '../matching/problem.ts'
import { getRemainingOnDay } from '../matching/remaining-capacity.ts'
import { isNotTooEarly } from '../matching/slot-fit.ts'
import { makeSolver } from '../matching/solve.ts'
import { planForAdvisor } from './plan-for-advisor.ts'
import { draftSchoolPlan } from './school-draft.ts'

const solve = await makeSolver()
const untilMs = Number.POSITIVE_INFINITY

const school = fc
  .record({
    seed: fc.nat(),
    reviews: fc.integer({ min: 1, max: 50 }),
    slots: fc.integer({ min: 1, max: 120 }),
    domains: fc.integer({ min: 1, max: 4 }),
    perDay: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ seed, ...size }) => withoutFullDays(makeProblem(seed, size)))

/** Drops requested slots that cannot be booked, which are never read from the database. */
function withoutFullDays({ reviews, ...problem }: Problem): Problem {
  const canBeBooked = (place: number) => {
    const { reviewer, day } = getItem(problem.slots, place)
    return getRemainingOnDay(getItem(problem.reviewers, reviewer), day) > 0
  }
  const open = reviews.map(({ requestedSlots, ...review }) => ({
    ...review,
    requestedSlots: requestedSlots.filter(canBeBooked),
  }))
  return { ...problem, reviews: open }
}

/** The best plan of these reviews, and the resulting plan of the whole school. */
function makePlan(
  problem: Problem,
  own: number[],
  { draft = draftSchoolPlan(problem), soonest = false },
) {
  const reviews = own.map((review) => getItem(problem.reviews, review))
  let plan: Plan = []
  const found = (one: { plan: Plan }) => {
    plan = one.plan
  }
  const request = { own, reviews, isSoonest: soonest }
  const whole = planForAdvisor(solve, { problem, draft }, request, { untilMs, found })
  return { plan, whole }
}

test('a plan made for one advisor alone is optimal, although most slots are left out', () => {
  fc.assert(
    fc.property(school, (problem) => {
      const { plan } = makePlan(problem, [...problem.reviews.keys()], {})
      let best: Plan = []
      solve(problem, untilMs, (found) => {
        best = found.plan
      })
      expect(findViolations(problem, plan)).toEqual([])
      expect(plan.map((slot) => slot === undefined)).toEqual(best.map((slot) => slot === undefined))
      if (countPlanned(best) > 0)
        expect(getCost(problem, plan)).toBeCloseTo(getCost(problem, best), 4)
    }),
    makePropertyParameters(60),
  )
})

test('each review of the advisor gets a slot if one is left, and as many others as possible keep theirs', () => {
  fc.assert(
    fc.property(school, fc.integer({ min: 2, max: 5 }), (problem, advisors) => {
      const own = [...problem.reviews.keys()].filter((review) => review % advisors === 0)
      const { plan, whole } = makePlan(problem, own, {})
      const alone = { ...problem, reviews: own.map((review) => getItem(problem.reviews, review)) }
      expect(findViolations(problem, whole)).toEqual([])
      expect(countPlanned(plan)).toBe(assignMost(alone).placed.length)
      expect(countPlanned(whole)).toBe(assignMost(problem).placed.length)
    }),
    makePropertyParameters(60),
  )
})

test('plans made together use no slot twice if there are enough slots for everybody', () => {
  fc.assert(
    fc.property(school, (problem) => {
      const everybody = draftSchoolPlan(problem)
      fc.pre(everybody.every((slot) => slot !== undefined))
      let draft: Plan = everybody
      for (const advisor of [0, 1, 2]) {
        const own = [...problem.reviews.keys()].filter((review) => review % 3 === advisor)
        draft = makePlan(problem, own, { draft }).whole
      }
      expect(findViolations(problem, draft)).toEqual([])
      expect(countPlanned(draft)).toBe(problem.reviews.length)
    }),
    makePropertyParameters(60),
  )
})

test('“as soon as possible” picks the earliest suitable slot, whatever its reviewer’s load', () => {
  fc.assert(
    fc.property(school, (problem) => {
      const review = {
        ...getItem(problem.reviews, 0),
        requestedSlots: [],
        repeatReviewer: undefined,
        aimDay: 0,
      }
      const one = { ...problem, reviews: [review] }
      const { plan } = makePlan(one, [0], { soonest: true })
      const suits = ({ reviewer, startsAt, day }: Problem['slots'][number]) => {
        const whose = getItem(problem.reviewers, reviewer)
        const isOfDomain = whose.domains.includes(review.domain)
        return (
          isNotTooEarly(review, { startsAt }) && isOfDomain && getRemainingOnDay(whose, day) > 0
        )
      }
      const starts = problem.slots.filter(suits).map(({ startsAt }) => startsAt)
      const slot = plan[0] === undefined ? undefined : getItem(problem.slots, plan[0])
      if (assignMost(one).placed.length > 0) expect(slot?.startsAt).toBe(starts[0])
    }),
    makePropertyParameters(60),
  )
})
