import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addAbsence } from '#contract/availability/absences.ts'
import type { AffectedBooking } from '#contract/availability/affected-bookings.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { addDays, getDateInZone, getInstantAt } from '#contract/kit/time/zone.ts'
import { planDaysBeforeDueMax, planNoticeHoursMax } from '#contract/limits/limits.ts'
import { getPlan } from '#contract/plan.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { addReviewer } from '#test/plan/factories.ts'
import { makePropertyParameters } from '#test/property.ts'

const rule = fc.record({
  planEarliestDays: fc.nat(planDaysBeforeDueMax),
  planNoticeHours: fc.nat(planNoticeHoursMax),
  bookableDays: fc.integer({ min: 3, max: 10 }),
})

/** Hours from now, at few times of day, so that many fall on the same one. */
const hoursIn = (days: { min: number; max: number }) =>
  fc.tuple(fc.integer(days), fc.constantFrom(1, 3, 5, 20, 22)).map(([day, hour]) => day * 24 + hour)

const lost = fc.uniqueArray(
  fc.record({
    held: hoursIn({ min: 0, max: 9 }),
    due: hoursIn({ min: -2, max: 12 }),
    request: fc.option(fc.nat(), { freq: 1 }),
  }),
  { minLength: 1, maxLength: 3, size: 'max', selector: ({ held }) => held },
)
/** The index of a reviewer, most often of one who can be booked. */
const anyReviewer = fc.constantFrom(1, 2, 1, 2, 1, 2, 0, 3, 4, 5)
const free = fc.uniqueArray(
  fc.record({ reviewer: anyReviewer, hours: hoursIn({ min: 0, max: 11 }) }),
  { maxLength: 20, size: 'max', selector: ({ reviewer, hours }) => `${reviewer} ${hours}` },
)
const school = fc.record({ rule, lost, free, movesByItself: fc.boolean() })

/** One reviewer who will be absent, two who can be booked instead, and three who cannot. */
async function startSchool() {
  const app = await startApp()
  const [domain, other] = [await makeDomain(app), await makeDomain(app)]
  const away = await addReviewer(app, [domain])
  const able = [await addReviewer(app, [domain]), await addReviewer(app, [domain, other])]
  const unable = [
    await addReviewer(app, [domain], { blocked: true }),
    await addReviewer(app, [domain]),
    await addReviewer(app, [other]),
  ]
  const [, unverified] = unable
  await app.context.db
    .updateTable('people')
    .set({ verified_at: null })
    .where('id', '=', unverified?._id ?? '')
    .execute()
  const advisor = await makePerson(app, 'advisor')
  const students = [1, 2, 3].map(() => makePerson(app, 'student', { domain }))
  return { app, away, able, unable, advisor, students: await Promise.all(students) }
}

type School = Awaited<ReturnType<typeof startSchool>>
type Made = typeof school extends fc.Arbitrary<infer T> ? T : never

/** Creates the slots and bookings of a case; returns due date and requested slot by review id. */
async function beginAnew(of: School, made: Made) {
  const { app, away, able, unable, advisor, students } = of
  const { db, settings } = app.context
  for (const table of ['reviews', 'slots', 'absences', 'advisor_settings'] as const) {
    await db.deleteFrom(table).execute()
  }
  Object.assign(settings, made.rule)
  const move_by_itself = made.movesByItself ? ('same-day' as const) : ('ask' as const)
  await db
    .insertInto('advisor_settings')
    .values({ advisor_id: advisor._id, move_by_itself })
    .execute()
  const reviewers = [away, ...able, ...unable]
  const taken = new Set(made.lost.map(({ held }) => held))
  const slots: string[] = []
  for (const { reviewer, hours } of made.free) {
    const whose = reviewers[reviewer]
    if (!whose || (whose === away && taken.has(hours))) continue
    slots.push(await makeSlot(app, whose, monday + hours * hourMs))
  }
  const reviews = new Map<string, { dueAt: number; requested: string | undefined }>()
  for (const [index, { held, due, request }] of made.lost.entries()) {
    const slot = await makeSlot(app, away, monday + held * hourMs)
    const [dueAt, student] = [monday + due * hourMs, students[index]]
    const id = await makeReview(app, { ...(student && { student }), advisor, slot, dueAt })
    const requested = request === null ? undefined : slots[request % slots.length]
    reviews.set(id, { dueAt, requested })
    if (requested === undefined) continue
    const asked = { review_id: id, reason: 'An exam', asked_at: monday, ended_at: null }
    await db.insertInto('reschedule_requests').values(asked).execute()
    await db
      .insertInto('reschedule_request_slots')
      .values({ review_id: id, slot_id: requested, place: 0 })
      .execute()
  }
  return reviews
}

/** The reviewer loses all slots on the bookable days. */
async function goAway({ app, away }: School): Promise<AffectedBooking[]> {
  const from = getDateInZone(monday, app.context.settings.timeZone)
  const value = { from, to: addDays(from, 12), reason: 'Ill', confirm: true }
  const { status, body } = await app.call(addAbsence, { token: away.token, body: { value } })
  expect(status).toBe(200)
  return body.touches
}

test('whatever is lost, a suggested slot keeps the school’s rules, and is no worse than a plan’s', async () => {
  const of = await startSchool()
  const { app, able, advisor } = of
  const { timeZone } = app.context.settings
  const dateOf = (instant: number) => getDateInZone(instant, timeZone)
  const canBeBooked = new Set(able.map(({ _id }) => _id))
  await fc.assert(
    fc.asyncProperty(school, async (made) => {
      const { planEarliestDays, planNoticeHours, bookableDays } = made.rule
      const reviews = await beginAnew(of, made)
      const affected = await goAway(of)
      expect(affected).toHaveLength(reviews.size)
      const rows = await app.context.db.selectFrom('reviews').select(['id', 'slot_id']).execute()
      const slotOf = new Map(rows.map(({ id, slot_id }) => [id, slot_id]))
      for (const { review, suggestion, isMoved } of affected) {
        const { dueAt, requested } = reviews.get(review._id) ?? { dueAt: 0, requested: undefined }
        const held = Date.parse(review.startsAt ?? '')
        expect(slotOf.get(review._id)).toBe(isMoved ? suggestion?._id : null)
        if (!suggestion) continue
        const startsAt = Date.parse(suggestion.startsAt)
        expect(canBeBooked).toContain(suggestion.reviewer._id)
        expect(startsAt).toBeGreaterThan(monday)
        const beyond = addDays(dateOf(monday), bookableDays)
        expect(startsAt).toBeLessThan(getInstantAt(beyond, '00:00', timeZone))
        if (dueAt > monday) {
          expect(startsAt).toBeGreaterThanOrEqual(monday + planNoticeHours * hourMs)
          const first = addDays(dateOf(dueAt), -planEarliestDays)
          if (suggestion._id !== requested) expect(dateOf(startsAt) >= first).toBe(true)
        }
        expect(isMoved).toBe(made.movesByItself && dateOf(startsAt) === dateOf(held))
      }
      // A plan has more freedom with a reschedule request.
      const [only, ...more] = affected
      const { dueAt, requested } = reviews.get(only?.review._id ?? '') ?? {
        dueAt: 0,
        requested: undefined,
      }
      if (!only || more.length > 0 || only.isMoved || requested !== undefined) return
      const { body } = await app.call(getPlan, { token: advisor.token })
      const planned = body[0]?.slot
      expect(only.suggestion === null).toBe(planned === null)
      if (!only.suggestion || !planned) return
      const startsAt = Date.parse(only.suggestion.startsAt)
      const isOnDay = dateOf(startsAt) === dateOf(Date.parse(only.review.startsAt ?? ''))
      const isLate = (instant: number) => dateOf(instant) > dateOf(dueAt)
      if (dueAt > monday && !isOnDay && isLate(startsAt)) {
        expect(isLate(Date.parse(planned.startsAt))).toBe(true)
      }
    }),
    makePropertyParameters(20),
  )
})
