import { expect, test } from 'vitest'
import { changesIn, titleOf } from './words.ts'

test('each changed column reads in words: what was and what is', () => {
  const line = {
    before: { status: 'not-scheduled', slot_id: null, pending_task: '[]', closed_at: null },
    after: {
      status: 'review-scheduled',
      slot_id: 'abc',
      pending_task: '["Read on","Ask"]',
      closed_at: Date.parse('2026-03-02T17:00:00Z'),
    },
  }
  expect(changesIn(line, 'America/New_York')).toEqual([
    { name: 'status', old: 'not-scheduled', now: 'review-scheduled' },
    { name: 'slot', old: 'nothing', now: 'abc' },
    { name: 'pending task', old: 'nothing', now: 'Read on; Ask' },
    { name: 'closed', old: 'nothing', now: 'Mon 2 Mar 2026, 12:00 PM' },
  ])
})

test('text that begins like a list is shown as it is', () => {
  const [change] = changesIn({ before: null, after: { address: '[2nd floor' } }, 'UTC')
  expect(change).toEqual({ name: 'address', old: 'nothing', now: '[2nd floor' })
})

test('the title says what happened to what', () => {
  const domain = { kind: 'domains', _id: '1', name: 'Robotics' } as const
  const session = { kind: 'sessions', _id: '2', name: null } as const
  const row = { week: 1 }
  expect(titleOf({ about: domain, before: null, after: row })).toBe('Domain added: Robotics')
  expect(titleOf({ about: domain, before: row, after: null })).toBe('Domain removed: Robotics')
  const slot = { ...session, kind: 'slots' } as const
  expect(titleOf({ about: slot, before: row, after: row })).toBe('Slot changed')
  expect(titleOf({ about: session, before: null, after: row })).toBe('Signed in')
  expect(titleOf({ about: session, before: row, after: null })).toBe('Signed out')
  expect(titleOf({ about: session, before: row, after: row })).toBe('Session with a new token')
})
