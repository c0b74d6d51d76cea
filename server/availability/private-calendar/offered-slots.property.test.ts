import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyAvailability, saveAvailability } from '#contract/availability/availability.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { getPlan } from '#contract/plan.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { listReviewerSlots } from '#contract/slots/slots.ts'
import { inTransaction } from '#server/kit/context.ts'
import { replaceBusyTimes } from '#server/slots/bookable/busy-times.ts'
import { monday } from '#test/app.ts'
import { makeReview } from '#test/factories.ts'
import { startWithCalendar } from '#test/private-calendar/school.ts'
import { makePropertyParameters } from '#test/property.ts'

const block = { from: '09:00', to: '17:00', reviewTime: 40, everyWeeks: 1 }
const blocks = [1, 2, 3].map((weekday) => ({
  ...block,
  weekday,
  since: '2026-03-02',
  until: null,
}))

/** Busy times, in minutes from now: gaps and lengths, one after another. */
const busyTimes = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 300 })),
  {
    maxLength: 20,
  },
)

function toSpans(gaps: [gap: number, length: number][]) {
  let at = monday - 60 * minuteMs
  return gaps.map(([gap, length]) => {
    const startsAt = at + gap * minuteMs
    at = startsAt + length * minuteMs
    return { startsAt, endsAt: at }
  })
}

test('of a reviewer’s slots exactly those outside busy times are offered, whichever came first', async () => {
  const { app, reviewer, advisor, student } = await startWithCalendar()
  const { db } = app.context
  const review = await makeReview(app, { student, advisor })
  await fc.assert(
    fc.asyncProperty(busyTimes, fc.boolean(), async (gaps, slotsFirst) => {
      await db.deleteFrom('reviews').where('slot_id', 'is not', null).execute()
      await db.deleteFrom('slots').where('reviewer_id', '=', reviewer._id).execute()
      const spans = toSpans(gaps)
      const read = () =>
        inTransaction(app.context, (tx) => replaceBusyTimes(tx, reviewer._id, spans))
      const value = { ...emptyAvailability, blocks }
      const publish = () => app.call(saveAvailability, { token: reviewer.token, body: { value } })
      for (const step of slotsFirst ? [publish, read] : [read, publish]) await step()

      const slots = await db
        .selectFrom('slots')
        .selectAll()
        .where('reviewer_id', '=', reviewer._id)
        .where('starts_at', '>', monday)
        .where('starts_at', '<', Date.parse('2026-03-05T05:00:00Z'))
        .orderBy('starts_at')
        .execute()
      expect(slots.length).toBeGreaterThan(20)
      const free = slots
        .filter(({ starts_at, ends_at }) =>
          spans.every(({ startsAt, endsAt }) => ends_at <= startsAt || starts_at >= endsAt),
        )
        .map(({ id }) => id)
      const token = advisor.token
      const offered = await app.call(listFreeSlots.advisor, { token, query: { review } })
      const ofReviewer = offered.body.filter((slot) => slot.reviewer._id === reviewer._id)
      expect(ofReviewer.map(({ _id }) => _id)).toEqual(free)
      const listed = await app.call(listReviewerSlots, {
        token,
        params: { id: reviewer._id },
        query: {},
      })
      expect(listed.body.filter((slot) => slot.canBeBooked).map(({ _id }) => _id)).toEqual(free)
      const reviewers = await app.call(listReviewers, { token, query: {} })
      expect(reviewers.body.find(({ _id }) => _id === reviewer._id)?.freeSlots).toBe(free.length)
      const plan = await app.call(getPlan, { token, query: { asSoonAsPossible: 'true' } })
      const planned = JSON.stringify(plan.body)
      for (const { id } of slots) if (!free.includes(id)) expect(planned).not.toContain(id)
    }),
    makePropertyParameters(6),
  )
})
