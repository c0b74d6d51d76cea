import { expect, test } from 'vitest'
import { getConnectionQuality, sumStats } from './quality.ts'

const at = (received: number, lost: number, roundTrip?: number) => ({ received, lost, roundTrip })

test('the quality depends on recent packet loss and round-trip time', () => {
  expect(getConnectionQuality(at(0, 0), at(500, 1, 0.04)).word).toBe('Good connection')
  expect(getConnectionQuality(at(500, 0), at(1_000, 20)).word).toBe('Weak connection')
  expect(getConnectionQuality(at(500, 0), at(1_000, 0, 0.4)).word).toBe('Weak connection')
  expect(getConnectionQuality(at(500, 0), at(900, 100)).word).toBe('Poor connection')
  // Old losses no longer count.
  expect(getConnectionQuality(at(500, 300), at(1_000, 300)).word).toBe('Good connection')
  expect(getConnectionQuality(at(0, 0), at(0, 0)).word).toBe('Good connection')
})

test('incoming media are added up, and the round trip is that of the active pair', () => {
  const report = new Map<string, Record<string, unknown>>([
    ['1', { type: 'inbound-rtp', packetsReceived: 10, packetsLost: 1 }],
    ['2', { type: 'inbound-rtp', packetsReceived: 20, packetsLost: 2 }],
    ['3', { type: 'candidate-pair', nominated: false, currentRoundTripTime: 9 }],
    ['4', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.05 }],
  ])
  expect(sumStats(report)).toEqual({ received: 30, lost: 3, roundTrip: 0.05 })
})
