import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, getDateInZone, getInstantAt } from '#contract/kit/time/zone.ts'
import { bookingHorizonDaysDefault } from '#contract/limits/limits.ts'
import { getCyclic, makeIdAt, pickOne, type Random, randomInteger } from '../random.ts'
import type { SlotRow } from '../rows.ts'

const opensAt = '09:00'
const slotMs = 30 * minuteMs
const slotsADay = 18
/** From 1 to 2 PM. */
const lunch = [8, 9]
/** Slots that a reviewer publishes a day: minimum and maximum. */
const publishedADay = [4, 6] as const
const publishedBeforeMs = 3 * dayMs

export type BookableReviewer = { id: string; domainIds: string[] }

type Calendar = {
  reviewer: BookableReviewer
  /** When the reviewer's slots begin. */
  starts: Set<number>
  /** Published and not booked. */
  free: SlotRow[]
  bookedAhead: number
}

export type SlotAllocator = ReturnType<typeof makeSlotAllocator>

/** Keeps track of a school's slots: a reviewer's slots never overlap, and none is booked twice. */
export function makeSlotAllocator(
  random: Random,
  school: { reviewers: BookableReviewer[]; now: number; timeZone: string },
) {
  const { now, timeZone } = school
  const today = getDateInZone(now, timeZone)
  const rows: SlotRow[] = []
  const calendars = school.reviewers.map(
    (reviewer): Calendar => ({ reviewer, starts: new Set(), free: [], bookedAhead: 0 }),
  )
  const days = new Map<string, number[]>()
  const byDomain = new Map<string, Calendar[]>()

  /** Returns when the slots of a date begin. */
  function startsOn(date: string): number[] {
    let starts = days.get(date)
    if (!starts) {
      const opens = getInstantAt(date, opensAt, timeZone)
      starts = Array.from({ length: slotsADay }, (_, place) => place)
        .filter((place) => !lunch.includes(place))
        .map((place) => opens + place * slotMs)
      days.set(date, starts)
    }
    return starts
  }

  function calendarsFor(domainId: string): Calendar[] {
    let able = byDomain.get(domainId)
    if (!able) {
      able = calendars.filter(({ reviewer }) => reviewer.domainIds.includes(domainId))
      byDomain.set(domainId, able)
    }
    return able
  }

  function addSlot({ reviewer, starts }: Calendar, startsAt: number): SlotRow {
    const slot = {
      id: makeIdAt(random, startsAt - publishedBeforeMs),
      reviewer_id: reviewer.id,
      starts_at: startsAt,
      ends_at: startsAt + slotMs,
    }
    starts.add(startsAt)
    rows.push(slot)
    return slot
  }

  /** Adds a slot for a past review on a date, or on the nearest earlier day with room. */
  function holdOn(domainId: string, date: string): SlotRow {
    const able = calendarsFor(domainId)
    for (let day = date; ; day = addDays(day, -1)) {
      const over = startsOn(day).filter((start) => start + slotMs <= now)
      const first = randomInteger(random, 0, able.length - 1)
      for (let place = 0; place < able.length; place++) {
        const calendar = getCyclic(able, first + place)
        const open = over.filter((start) => !calendar.starts.has(start))
        if (open.length > 0) return addSlot(calendar, pickOne(random, open))
      }
    }
  }

  /** Adds a booked future slot of a reviewer. */
  function bookAt(reviewerId: string, startsAt: number): SlotRow {
    const calendar = calendars.find(({ reviewer }) => reviewer.id === reviewerId)
    if (!calendar) throw new RangeError('There is no such reviewer')
    calendar.bookedAhead++
    return addSlot(calendar, startsAt)
  }

  /** Publishes free slots of every reviewer for the bookable days. */
  function publish(): void {
    for (const calendar of calendars) {
      for (let day = 0; day < bookingHorizonDaysDefault; day++) {
        const open = startsOn(addDays(today, day)).filter(
          (start) => start > now && !calendar.starts.has(start),
        )
        const count = randomInteger(random, ...publishedADay)
        const first = randomInteger(random, 0, Math.max(0, open.length - count))
        for (const start of open.slice(first, first + count)) {
          calendar.free.push(addSlot(calendar, start))
        }
      }
    }
  }

  /** Books a free slot of the domain's least booked reviewer; undefined when there is none. */
  function bookAhead(domainId: string): SlotRow | undefined {
    let least: Calendar | undefined
    for (const calendar of calendarsFor(domainId)) {
      if (calendar.free.length === 0) continue
      if (!least || calendar.bookedAhead < least.bookedAhead) least = calendar
    }
    if (!least) return undefined
    least.bookedAhead++
    return least.free.splice(randomInteger(random, 0, least.free.length - 1), 1)[0]
  }

  return { rows, holdOn, bookAt, publish, bookAhead }
}
