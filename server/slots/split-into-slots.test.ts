import { expect, test } from 'vitest'
import { getInstantAt } from '#contract/kit/time/zone.ts'
import { filterNonOverlapping, type Span, splitIntoSlots } from './split-into-slots.ts'

test('a break separates the slots, and the last one needs none after it', () => {
  const range = { date: '2026-03-02', timeStart: '09:00', timeEnd: '11:00', reviewTime: 30 }
  const startsOf = (buffer: number) =>
    splitIntoSlots({ ...range, buffer }, 'UTC').map(({ startsAt }) => startsAt)
  const at = (...times: string[]) => times.map((time) => getInstantAt(range.date, time, 'UTC'))
  expect(startsOf(15)).toEqual(at('09:00', '09:45', '10:30'))
  expect(startsOf(16)).toEqual(at('09:00', '09:46'))
})

const span = (startsAt: number, endsAt: number): Span => ({ startsAt, endsAt })

test('a range that only touches a taken one, or the one before it, is kept', () => {
  const spans = [span(0, 10), span(10, 20), span(30, 40), span(40, 50)]
  expect(filterNonOverlapping(spans, [span(20, 30)])).toEqual(spans)
  expect(filterNonOverlapping([span(11, 21), span(29, 39)], [span(20, 30)])).toEqual([])
})

test('of overlapping ranges the first by time is kept, whatever their order', () => {
  expect(filterNonOverlapping([span(19, 29), span(20, 30), span(10, 20)], [])).toEqual([
    span(10, 20),
    span(20, 30),
  ])
})

test('ranges exactly as far apart as required are kept, and closer ones are not', () => {
  const taken = [span(100, 110), span(40, 50)]
  const apart = (...spans: Span[]) => filterNonOverlapping(spans, taken, 5)
  expect(apart(span(25, 35), span(55, 65), span(70, 80), span(115, 125))).toEqual([
    span(25, 35),
    span(55, 65),
    span(70, 80),
    span(115, 125),
  ])
  expect(apart(span(26, 36))).toEqual([])
  expect(apart(span(54, 64), span(68, 78), span(72, 82), span(114, 124))).toEqual([span(68, 78)])
})
