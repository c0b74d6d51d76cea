import { expect, test, vi } from 'vitest'
import type { SlotRemovalEffects } from '#contract/availability/affected-bookings.ts'
import { addDays, daysBetween, getDateInZone, getWeekday } from '#contract/kit/time/zone.ts'
import type { OwnSlot } from '#contract/slots/slots.ts'
import { makeSchoolFolder, startDemoAt } from '#test/schools/start-demo-at.ts'

type Server = Awaited<ReturnType<typeof startDemoAt>>
type Slot = Pick<OwnSlot, '_id' | 'date' | 'slot_time' | 'startsAt'>

/** Nights with clock changes, and what a server sees before and after them. */
const nights = [
  { timeZone: 'Europe/Berlin', day: '2026-03-29', shown: 3, moved: 1 },
  { timeZone: 'America/New_York', day: '2026-11-01', shown: 5, moved: -1 },
  { timeZone: 'Australia/Lord_Howe', day: '2026-04-05', shown: 4, moved: -0.5 },
  // 30 December was skipped entirely.
  { timeZone: 'Pacific/Apia', day: '2011-12-30', shown: 0, moved: 24 },
]

/** Every day from 1:00 to 5:00, when clocks change, in slots of an hour, and at 9:00. */
function everyDay(since: string) {
  const block = { reviewTime: 60, everyWeeks: 1, since, until: null }
  const blocks = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { ...block, weekday, from: '01:00', to: '05:00' },
    { ...block, weekday, from: '09:00', to: '10:00' },
  ])
  return { blocks, buffer: 0, mostADay: null, notice: 0, confirm: true }
}

/** The generated slots from a date on. */
async function madeFrom({ asReviewer }: Server, date: string): Promise<Slot[]> {
  const span = `from=${date}&to=${addDays(date, 40)}&limit=1000`
  const { body } = await asReviewer<Slot[]>('GET', `/own-slots?${span}`)
  const isMade = ({ slot_time }: Slot) => /^([1-5]|9):[03]0 AM$/.test(slot_time)
  return body.filter(isMade)
}

const onDay = (slots: Slot[], day: string) => slots.filter(({ date }) => date === day)
const nines = (slots: Slot[]) => slots.filter(({ slot_time }) => slot_time === '9:00 AM')

test.each(nights)(
  'a server that runs through the night of $day in $timeZone generates slots by the wall clock',
  async ({ timeZone, day, shown, moved }) => {
    const place = makeSchoolFolder()
    const noonOf = (date: string) =>
      Temporal.PlainDateTime.from(`${date}T12:00`).toZonedDateTime(timeZone).toInstant().toString()
    const eve = addDays(day, -2)
    const before = await startDemoAt(noonOf(eve), timeZone, place)
    const value = everyDay(eve)
    const saved = await before.asReviewer<SlotRemovalEffects>('PUT', '/availability', { value })
    expect(saved.body).toMatchObject({ isDone: true })
    const made = await madeFrom(before, addDays(eve, 1))
    const isLeftOut = moved === 24
    const night = isLeftOut ? [] : nines(onDay(made, day))
    expect(onDay(made, day)).toHaveLength(isLeftOut ? 0 : shown + night.length)
    expect(night).toHaveLength(isLeftOut ? 0 : 1)
    expect(new Set(made.map(({ startsAt }) => startsAt)).size).toBe(made.length)
    // From nine to nine it is a day plus or minus the clock change.
    const [last, next] = [addDays(day, -1), addDays(day, isLeftOut ? 1 : 0)]
    const [one, other] = [last, next].map((date) => nines(onDay(made, date))[0]?.startsAt ?? '')
    const hours = (Date.parse(other ?? '') - Date.parse(one ?? '')) / 3_600_000
    expect(hours).toBe(24 * daysBetween(last, next) - moved)

    // Absent on the day of the change only.
    const away = { from: day, to: day, reason: 'Ill', confirm: true }
    const absence = await before.asReviewer<SlotRemovalEffects & { absence: { _id: string } }>(
      'PUT',
      '/absence',
      { value: away },
    )
    const others = made.filter(({ date }) => date !== day)
    expect(await madeFrom(before, addDays(eve, 1))).toEqual(others)
    const id = absence.body.absence._id
    await before.asReviewer('PUT', '/withdraw-absence', { value: { id } })
    const again = await madeFrom(before, addDays(eve, 1))
    expect(again.map(({ startsAt }) => startsAt)).toEqual(made.map(({ startsAt }) => startsAt))
    await before.stop()

    // A week later the server generates the new days and keeps the others.
    const later = addDays(day, 7)
    const after = await startDemoAt(noonOf(later), timeZone, place)
    const tomorrow = addDays(later, 1)
    const last28 = addDays(later, 27)
    const all = await vi.waitFor(
      async () => {
        const slots = await madeFrom(after, tomorrow)
        expect(slots.at(-1)?.date).toBe(last28)
        return slots
      },
      { timeout: 30_000, interval: 200 },
    )
    expect(all).toEqual(expect.arrayContaining(again.filter(({ date }) => date >= tomorrow)))
    expect(nines(all).map(({ date }) => date)).toEqual(
      Array.from({ length: 27 }, (_, days) => addDays(tomorrow, days)),
    )
    for (const { startsAt, date } of all) {
      expect(getDateInZone(Date.parse(startsAt), timeZone)).toBe(date)
      expect(getWeekday(date)).toBe(Temporal.PlainDate.from(date).dayOfWeek)
    }
    expect(all).toHaveLength(27 * 5)
    await after.stop()
  },
)
