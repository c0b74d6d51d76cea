import { expect, test } from 'vitest'
import { makeBitrateController, readUplinkStats } from './adaptive-bitrate.ts'

const good = { available: 2_000_000, lost: 0.01 }
const narrow = { available: 90_000, lost: 0 }
const lossy = { available: 2_000_000, lost: 0.3 }

test('on a good uplink everything is sent', () => {
  const judge = makeBitrateController()
  const said = Array.from({ length: 20 }, () => judge(good))
  expect(new Set(said)).toEqual(new Set(['all']))
  expect(judge({ available: undefined, lost: 0 })).toBe('all')
})

test.each([
  ['narrow', narrow],
  ['lossy', lossy],
])('on a %s way the picture gives way to the sound, step by step', (_, bad) => {
  const judge = makeBitrateController()
  expect([judge(bad), judge(bad), judge(bad)]).toEqual([
    'less picture',
    'sound alone',
    'sound alone',
  ])
})

test('video is restored step by step after a stable period', () => {
  const judge = makeBitrateController()
  judge(narrow)
  judge(narrow)
  const said = Array.from({ length: 16 }, () => judge(good))
  expect(said.filter((one) => one === 'sound alone')).toHaveLength(7)
  expect(said.filter((one) => one === 'less picture')).toHaveLength(8)
  expect(said.at(-1)).toBe('all')
})

test('one bad check restarts the waiting period', () => {
  const judge = makeBitrateController()
  judge(narrow)
  for (let look = 0; look < 7; look++) expect(judge(good)).toBe('less picture')
  expect(judge(lossy)).toBe('sound alone')
  expect(judge(good)).toBe('sound alone')
})

test('old losses of video that is no longer sent are ignored', () => {
  const heard = (kind: string, timestamp: number, fractionLost: number) => ({
    type: 'remote-inbound-rtp',
    kind,
    timestamp,
    fractionLost,
  })
  const report = (now: number) =>
    new Map<string, Record<string, unknown>>([
      ['1', { type: 'candidate-pair', nominated: true, timestamp: now }],
      ['2', heard('video', 50_000, 0.4)],
      ['3', heard('audio', now - 4_000, 0.01)],
    ])
  expect(readUplinkStats(report(52_000)).lost).toBe(0.4)
  expect(readUplinkStats(report(66_000)).lost).toBe(0.01)
})

test('the active pair’s bandwidth and the highest loss are read', () => {
  const report = new Map<string, Record<string, unknown>>([
    ['1', { type: 'candidate-pair', nominated: false, availableOutgoingBitrate: 1 }],
    ['2', { type: 'candidate-pair', nominated: true, availableOutgoingBitrate: 300_000 }],
    ['3', { type: 'remote-inbound-rtp', fractionLost: 0.02 }],
    ['4', { type: 'remote-inbound-rtp', fractionLost: 0.2 }],
  ])
  expect(readUplinkStats(report)).toEqual({ available: 300_000, lost: 0.2 })
})
