import { expect, test } from 'vitest'
import type { Review } from '#contract/reviews/reviews.ts'
import type { OwnSlot } from '#contract/slots/slots.ts'
import { formatHoursAndMinutes, toTimelineItems } from './day-timeline-items.ts'

const at = (clock: string) => `2026-03-02T${clock}:00.000Z`

function slot(from: string, to: string, isBooked = false): OwnSlot {
  const day = { date: '2026-03-02', slot_date: '2026-03-02', slot_time: from }
  return {
    _id: from,
    ...day,
    isBooked,
    startsAt: at(from),
    endsAt: at(to),
    review: null,
    inBusyTime: false,
  }
}

/** Only the start of a review matters here. */
const review = (from: string) => ({ _id: `review ${from}`, startsAt: at(from) }) as Review

/** The timeline as text, from top to bottom. */
function read(reviews: Review[], slots: OwnSlot[], now: string): string[] {
  return toTimelineItems(reviews, slots, Date.parse(at(now))).map((one) => {
    if (one.kind === 'gap') return `${one.minutes} free`
    if (one.kind === 'review') return one.review._id
    if (one.kind === 'held')
      return `held, ${one.slot.startsAt.slice(11, 16)} to ${one.slot.endsAt.slice(11, 16)}`
    return `${one.count} from ${one.startsAt.slice(11, 16)} to ${one.endsAt.slice(11, 16)}`
  })
}

const slots = [
  slot('09:00', '09:30'),
  slot('09:30', '10:00', true),
  slot('10:45', '11:15'),
  slot('11:15', '11:45'),
  slot('11:45', '12:15', true),
]

test('a day consists of reviews, runs of free slots, and gaps', () => {
  expect(read([review('09:30'), review('11:45')], slots, '08:00')).toEqual([
    '1 from 09:00 to 09:30',
    'review 09:30',
    '45 free',
    '2 from 10:45 to 11:45',
    'review 11:45',
  ])
})

test('a slot that has started is not free, and without slots only reviews are shown', () => {
  expect(read([review('11:45')], slots, '10:45')).toEqual(['1 from 11:15 to 11:45', 'review 11:45'])
  expect(read([review('09:30'), review('11:45')], [], '08:00')).toEqual([
    'review 09:30',
    'review 11:45',
  ])
  expect(read([], [], '08:00')).toEqual([])
})

test('a slot whose review was held early is neither a gap nor free', () => {
  expect(read([review('11:45')], slots, '08:00')).toEqual([
    '1 from 09:00 to 09:30',
    'held, 09:30 to 10:00',
    '45 free',
    '2 from 10:45 to 11:45',
    'review 11:45',
  ])
})

test('long durations are given in hours and minutes', () => {
  const said = [1, 45, 60, 61, 150].map(formatHoursAndMinutes)
  expect(said).toEqual([
    '1 minute',
    '45 minutes',
    '1 hour',
    '1 hour 1 minute',
    '2 hours 30 minutes',
  ])
})
