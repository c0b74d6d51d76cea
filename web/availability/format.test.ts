import { expect, test } from 'vitest'
import type { BlockSettings } from './blocks.ts'
import { formatBlock, formatBlockSettings } from './format.ts'

const kind = { reviewTime: 30, everyWeeks: 1, since: '2026-03-02', until: null }

test('a block is named by day and times', () => {
  expect(formatBlock({ weekday: 1, from: '09:00', to: '12:00', ...kind })).toBe(
    'Mon, 9:00 AM to 12:00 PM',
  )
})

test('a block’s settings give length, frequency, first and last date', () => {
  const said = (more: Partial<BlockSettings>) =>
    formatBlockSettings({ ...kind, ...more }, '2026-03-02')
  expect(said({})).toBe('Reviews of 30 minutes, every week')
  expect(said({ since: '2026-03-10' })).toBe('Reviews of 30 minutes, every week, from Tue 10 Mar')
  expect(said({ everyWeeks: 2, until: '2027-01-29' })).toBe(
    'Reviews of 30 minutes, every 2 weeks, from Mon 2 Mar until Fri 29 Jan 2027',
  )
  expect(said({ until: '2026-03-27' })).toBe('Reviews of 30 minutes, every week, until Fri 27 Mar')
})
