import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { minutesBetween } from '#contract/kit/time/zone.ts'
import { addSlots } from '#contract/slots/slots.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeSlot } from '#test/factories.ts'
import { makePropertyParameters } from '#test/property.ts'
import { isSlotOverlapError } from './queries.ts'
import { type Span, splitIntoSlots } from './split-into-slots.ts'

const overlaps = (a: Span, b: Span) => a.startsAt < b.endsAt && b.startsAt < a.endsAt

const startsIn = fc.integer({ min: 0, max: 60 })
const minutes = fc.integer({ min: 1, max: 30 })
const which = fc.nat({ max: 3 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), who: fc.nat({ max: 1 }), startsIn, minutes }),
  fc.record({ kind: fc.constant('move' as const), which, startsIn, minutes }),
  fc.record({ kind: fc.constant('give away' as const), which, who: fc.nat({ max: 1 }) }),
  fc.record({ kind: fc.constant('remove' as const), which }),
)

test('whatever is added, moved, reassigned or removed, slots of a reviewer never overlap', async () => {
  const app = await startApp()
  const { db } = app.context
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 16 }), async (steps) => {
      const people = [await makePerson(app, 'reviewer'), await makePerson(app, 'reviewer')]
      const kept: (Span & { id: string; who: number })[] = []
      const isFree = (span: Span, who: number, but?: string) =>
        !kept.some((one) => one.who === who && one.id !== but && overlaps(one, span))
      const spanOf = (one: { startsIn: number; minutes: number }) => ({
        startsAt: monday + one.startsIn * minuteMs,
        endsAt: monday + (one.startsIn + one.minutes) * minuteMs,
      })
      for (const one of steps) {
        if (one.kind === 'add') {
          const reviewer = people[one.who]
          if (!reviewer) continue
          const span = spanOf(one)
          const added = makeSlot(app, reviewer, span.startsAt, one.minutes)
          if (await stands(added, isFree(span, one.who))) {
            kept.push({ ...span, who: one.who, id: await added })
          }
          continue
        }
        const slot = kept[one.which]
        if (!slot) continue
        if (one.kind === 'remove') {
          await db.deleteFrom('slots').where('id', '=', slot.id).execute()
          kept.splice(kept.indexOf(slot), 1)
          continue
        }
        const span = one.kind === 'move' ? spanOf(one) : slot
        const who = one.kind === 'give away' ? one.who : slot.who
        const changed = db
          .updateTable('slots')
          .set(
            one.kind === 'move'
              ? { starts_at: span.startsAt, ends_at: span.endsAt }
              : { reviewer_id: people[who]?._id ?? '' },
          )
          .where('id', '=', slot.id)
          .execute()
        if (await stands(changed, isFree(span, who, slot.id))) {
          Object.assign(slot, { startsAt: span.startsAt, endsAt: span.endsAt, who })
        }
      }
    }),
    makePropertyParameters(60),
  )
})

/** Whether a change succeeds, which must be as expected; otherwise it must fail as an overlap. */
async function stands(change: Promise<unknown>, expected: boolean): Promise<boolean> {
  const refused = await change.then(
    () => false,
    (error: unknown) => isSlotOverlapError(error) || Promise.reject(error),
  )
  expect(refused).toBe(!expected)
  return expected
}

const quarter = fc.integer({ min: 0, max: 95 })
const clockAt = (quarters: number) =>
  `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`

const range = fc
  .tuple(fc.constantFrom('2026-03-08', '2026-11-01', '2026-05-05'), quarter, quarter)
  .chain(([date, from, to]) =>
    fc.integer({ min: 1, max: 90 }).map((reviewTime) => ({
      date,
      timeStart: clockAt(from),
      timeEnd: clockAt(to),
      reviewTime,
    })),
  )
  .filter((one) => {
    const [span] = splitIntoSlots({ ...one, reviewTime: one.reviewTime + 1 }, 'America/New_York')
    return span !== undefined && minutesBetween(one.timeStart, one.timeEnd) > one.reviewTime
  })

test('of ranges added one after another, those that overlap nothing earlier are added whole, others not at all', async () => {
  const app = await startApp()
  await fc.assert(
    fc.asyncProperty(fc.array(range, { minLength: 2, maxLength: 5 }), async (ranges) => {
      const { _id, token } = await makePerson(app, 'reviewer')
      const kept: Span[] = []
      for (const values of ranges) {
        const wanted = splitIntoSlots(values, 'America/New_York')
        const isFree = !wanted.some((slot) => kept.some((one) => overlaps(one, slot)))
        const { status } = await app.call(addSlots, { token, body: { values } })
        expect(status).toBe(isFree ? 200 : 409)
        if (isFree) kept.push(...wanted)
      }
      const stored = await app.context.db
        .selectFrom('slots')
        .select(['starts_at as startsAt', 'ends_at as endsAt'])
        .where('reviewer_id', '=', _id)
        .orderBy('starts_at')
        .execute()
      expect(stored).toEqual(kept.toSorted((a, b) => a.startsAt - b.startsAt))
    }),
    makePropertyParameters(15),
  )
})
