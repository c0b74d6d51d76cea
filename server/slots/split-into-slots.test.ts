import { expect, test } from 'vitest'
import { filterNonOverlapping, type Span } from './split-into-slots.ts'

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
