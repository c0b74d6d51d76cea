import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, getDateInZone, getInstantAt } from '#contract/kit/time/zone.ts'
import { inTransaction } from '#server/kit/context.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { addReviewer } from '#test/plan/factories.ts'
import type { BenchSchool } from './schools.ts'

export type ReviewAndSlotCounts = { reviews: number; slots: number }

const domainsInAll = 12
const slotsADay = 27
const days = 2

/**
 * Adds an advisor with waiting reviews, and free half-hour slots tomorrow and the day after, of
 * reviewers with one or two domains. Every third reviewer has a buffer, every fourth a limit of six
 * a day. Returns the advisor's token.
 */
export function fillWaitingReviews(
  { context: outside }: BenchSchool,
  { reviews, slots }: ReviewAndSlotCounts,
): Promise<string> {
  return inTransaction(outside, async (context) => {
    const app = { context }
    const domains = await Promise.all(Array.from({ length: domainsInAll }, () => makeDomain(app)))
    const among = (number: number) => {
      const domain = domains[number % domains.length]
      if (!domain) throw new Error('there is no domain')
      return domain
    }
    const tomorrow = addDays(getDateInZone(context.clock(), 'UTC'), 1)
    const dawn = getInstantAt(tomorrow, '06:00', 'UTC')
    let made = 0
    for (let number = 0; made < slots; number++) {
      const own = number % 3 === 0 ? [among(number), among(number * 5 + 1)] : [among(number)]
      const reviewer = await addReviewer(app, [...new Set(own)], {
        ...(number % 3 === 1 ? { buffer: 10 } : {}),
        ...(number % 4 === 1 ? { mostADay: 6 } : {}),
      })
      for (let slot = 0; slot < slotsADay * days && made < slots; slot++, made++) {
        const day = Math.floor(slot / slotsADay)
        const startsAt = dawn + day * dayMs + (slot % slotsADay) * 35 * minuteMs
        await makeSlot(app, reviewer, startsAt)
      }
    }
    const advisor = await makePerson(app, 'advisor')
    for (let number = 0; number < reviews; number++) {
      const student = await makePerson(app, 'student', { domain: among(number * 7) })
      const dueAt = context.clock() + (number % 14) * hourMs * 12
      await makeReview(app, { student, advisor, dueAt })
    }
    return advisor.token
  })
}
