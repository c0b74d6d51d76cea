import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addAbsence, withdrawAbsence } from '#contract/availability/absences.ts'
import {
  type AvailabilityBlock,
  isBlockOnDate,
  saveAvailability,
} from '#contract/availability/availability.ts'
import { addDays, getDateInZone, getInstantAt } from '#contract/kit/time/zone.ts'
import { generatedDays } from '#contract/limits/availability.ts'
import { listOwnSlotsByDate } from '#contract/slots/slots.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { arbitraryBlocks, clockChanges } from '#test/availability/arbitrary-blocks.ts'
import { makePerson } from '#test/factories.ts'
import { makePropertyParameters } from '#test/property.ts'
import { generateAllSlots } from './generate-slots.ts'

const school = fc.record({
  blocks: arbitraryBlocks,
  buffer: fc.constantFrom(0, 0, 10),
  /** The first day of an absence, and the number of days after it. */
  away: fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 2 })),
})

/** An instant or wall time in a zone, computed by `Temporal` to compare our own code with. */
const zoned = (instant: string | number, timeZone: string) =>
  (typeof instant === 'string'
    ? Temporal.Instant.from(instant)
    : Temporal.Instant.fromEpochMilliseconds(instant)
  ).toZonedDateTimeISO(timeZone)

test('around a clock change each slot is within its block by the wall clock, and an absence covers whole days', async () => {
  const app = await startApp()
  const { db, settings } = app.context
  const any = fc.asyncProperty(
    fc.constantFrom(...clockChanges),
    school,
    async ([timeZone, day], { blocks: make, buffer, away: [first, more] }) => {
      settings.timeZone = timeZone
      app.time.now = getInstantAt(addDays(day, -3), '10:00', timeZone)
      const today = getDateInZone(app.time.now, timeZone)
      const [blocks, { token }] = [make(today), await makePerson(app, 'reviewer')]
      const value = { blocks, buffer, mostADay: null, notice: 0 }
      expect((await app.call(saveAvailability, { token, body: { value } })).status).toBe(200)
      const made = await readSlots(app, token, today)
      expectByWallClock(made, blocks, buffer, timeZone)
      expectWholeBlocks(made, { blocks, buffer, today, now: app.time.now, timeZone })

      const [from, to] = [addDays(today, first), addDays(today, first + more)]
      const absence = { from, to, reason: 'Ill', confirm: true }
      const { body } = await app.call(addAbsence, { token, body: { value: absence } })
      const stays = made.filter(({ startsAt }) => {
        const date = zoned(startsAt, timeZone).toPlainDate().toString()
        return date < from || date > to
      })
      expect(body.removes).toBe(made.length - stays.length)
      expect(await readSlots(app, token, today)).toEqual(stays)
      await generateAllSlots(app.context)
      expect(await readSlots(app, token, today)).toEqual(stays)
      const id = body.absence?._id ?? ''
      await app.call(withdrawAbsence, { token, body: { value: { id } } })
      expect((await readSlots(app, token, today)).map(getTimes)).toEqual(made.map(getTimes))
      // The next reviewers are in other zones.
      await db.deleteFrom('availabilities').execute()
    },
  )
  await fc.assert(any, makePropertyParameters(8))
})

type Slot = { startsAt: string; endsAt: string; slot_time: string; date: string }

const getTimes = ({ startsAt, endsAt }: Slot) => [startsAt, endsAt]

async function readSlots(app: TestApp, token: string, today: string): Promise<Slot[]> {
  const query = new URLSearchParams({
    from: today,
    to: addDays(today, generatedDays),
    limit: '1000',
  })
  return (await app.readPages<Slot>(`${listOwnSlotsByDate.path}?${query}`, token)).flat()
}

/** No slot is shown at an hour outside its block, and none overlaps another. */
function expectByWallClock(
  slots: Slot[],
  blocks: AvailabilityBlock[],
  buffer: number,
  timeZone: string,
): void {
  let last: AvailabilityBlock | undefined
  for (const [place, { startsAt, endsAt, slot_time, date }] of slots.entries()) {
    const [begins, ends] = [zoned(startsAt, timeZone), zoned(endsAt, timeZone)]
    const shown = begins.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
    expect([date, slot_time]).toEqual([begins.toPlainDate().toString(), shown])
    const of = blocks.filter((block) => isBlockOnDate(block, date) && takesPlace(block, begins))
    expect(of.length).toBe(1)
    expect(begins.until(ends).total('minutes')).toBe(of[0]?.reviewTime)
    const before = slots[place - 1]
    if (before) expect(startsAt >= before.endsAt).toBe(true)
    if (before?.date === date && last === of[0]) {
      const apart = zoned(before.endsAt, timeZone).until(begins).total('minutes')
      expect(apart).toBeGreaterThanOrEqual(buffer)
    }
    last = of[0]
  }
}

/**
 * Whether a block of this day takes place at that time: the clock shows one of its times. If the
 * clock is set back meanwhile, a repeated time counts only the first time.
 */
function takesPlace({ from, to }: AvailabilityBlock, then: Temporal.ZonedDateTime): boolean {
  const at = (time: string) => then.toPlainDate().toPlainDateTime(time)
  // A skipped start moves to the end of the gap at the latest, and a skipped end likewise.
  const begins = at(from).toZonedDateTime(then.timeZoneId, { disambiguation: 'earlier' })
  const ends = at(to).toZonedDateTime(then.timeZoneId, { disambiguation: 'compatible' })
  const { compare } = Temporal.ZonedDateTime
  if (compare(then, begins) < 0 || compare(then, ends) >= 0) return false
  const clock = then.toPlainTime()
  const isShown = (time: string) => Temporal.PlainTime.compare(time, clock) <= 0
  const isSetBack = begins.offsetNanoseconds > ends.offsetNanoseconds
  return isSetBack || (isShown(from) && !isShown(to))
}

const getTime = ({ startsAt }: Slot, timeZone: string) =>
  zoned(startsAt, timeZone).toPlainTime().toString().slice(0, 5)

/** If no clock change falls into a block, its slots follow the wall clock: 9:00 is 9:00. */
function expectWholeBlocks(
  slots: Slot[],
  {
    blocks,
    buffer,
    today,
    now,
    timeZone,
  }: {
    blocks: AvailabilityBlock[]
    buffer: number
    today: string
    now: number
    timeZone: string
  },
): void {
  const shown = new Set(slots.map((slot) => `${slot.date} ${getTime(slot, timeZone)}`))
  for (let days = 0; days < generatedDays; days++) {
    const date = addDays(today, days)
    for (const block of blocks.filter((one) => isBlockOnDate(one, date))) {
      const at = (clock: string) => Temporal.PlainDateTime.from(`${date}T${clock}`)
      const [begins, ends] = [at(block.from), at(block.to)]
      const exact = [begins, ends].map((time) => time.toZonedDateTime(timeZone))
      const [from, to] = exact
      if (!from || !to || from.offsetNanoseconds !== to.offsetNanoseconds) continue
      // A skipped time would be shown as another time, or on another day.
      if (!from.toPlainDateTime().equals(begins) || !to.toPlainDateTime().equals(ends)) continue
      if (from.epochMilliseconds <= now) continue
      let time = begins
      for (;;) {
        const end = time.add({ minutes: block.reviewTime })
        if (Temporal.PlainDateTime.compare(end, ends) > 0) break
        expect(shown).toContain(`${date} ${time.toPlainTime().toString().slice(0, 5)}`)
        time = end.add({ minutes: buffer })
      }
    }
  }
}
