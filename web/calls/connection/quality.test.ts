import { expect, test } from 'vitest'
import { getConnectionQuality, sumStats } from './quality.ts'

const at = (received: number, lost: number, roundTrip?: number) => ({ received, lost, roundTrip })

test('the connection is called by what got lost lately, and by how long it takes', () => {
  expect(getConnectionQuality(at(0, 0), at(500, 1, 0.04)).word).toBe('Good connection')
  expect(getConnectionQuality(at(500, 0), at(1_000, 20)).word).toBe('Weak connection')
  expect(getConnectionQuality(at(500, 0), at(1_000, 0, 0.4)).word).toBe('Weak connection')
  expect(getConnectionQuality(at(500, 0), at(900, 100)).word).toBe('Poor connection')
  // What was lost long ago does not count any more.
  expect(getConnectionQuality(at(500, 300), at(1_000, 300)).word).toBe('Good connection')
  expect(getConnectionQuality(at(0, 0), at(0, 0)).word).toBe('Good connection')
})

test('all that comes in is added up, and the way that is used tells its time', () => {
  const report = new Map<string, Record<string, unknown>>([
    ['1', { type: 'inbound-rtp', packetsReceived: 10, packetsLost: 1 }],
    ['2', { type: 'inbound-rtp', packetsReceived: 20, packetsLost: 2 }],
    ['3', { type: 'candidate-pair', nominated: false, currentRoundTripTime: 9 }],
    ['4', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.05 }],
  ])
  expect(sumStats(report)).toEqual({ received: 30, lost: 3, roundTrip: 0.05 })
})
