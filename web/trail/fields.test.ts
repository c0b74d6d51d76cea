import { expect, test } from 'vitest'
import { fieldsOf } from './fields.ts'

const line = {
  about: { kind: 'reviews', _id: 'review', name: null },
  mentions: [
    {
      kind: 'slots',
      ...{ _id: 'abc', startsAt: '2026-03-02T17:00:00Z' },
      reviewer: { _id: 'priya', name: 'Priya Nair' },
    },
  ],
} as const

test('each changed column reads in words: what was and what is', () => {
  const changed = {
    ...line,
    mentions: [...line.mentions],
    before: { status: 'not-scheduled', slot_id: null, pending_task: '[]', closed_at: null },
    after: {
      status: 'review-scheduled',
      slot_id: 'abc',
      pending_task: '["Read on","Ask"]',
      closed_at: Date.parse('2026-03-02T17:00:00Z'),
    },
  }
  expect(fieldsOf(changed, 'America/New_York')).toEqual([
    { name: 'Status', old: 'not-scheduled', now: 'review-scheduled' },
    { name: 'Slot', old: 'nothing', now: 'Mon 2 Mar 2026, 12:00 PM, Priya Nair' },
    { name: 'Pending tasks', old: 'nothing', now: 'Read on; Ask' },
    { name: 'Closed', old: 'nothing', now: 'Mon 2 Mar 2026, 12:00 PM' },
  ])
})

test('what is unknown, gone, secret or only looks like a list reads well', () => {
  const about = { ...line.about, kind: 'people' } as const
  const after = {
    ...{ address: '[2nd floor', domain_id: 'gone', password_hash: '…', shoe_size: 41, dob: null },
  }
  expect(fieldsOf({ about, mentions: [], before: null, after }, 'UTC')).toEqual([
    { name: 'Address', old: 'nothing', now: '[2nd floor' },
    { name: 'Domain', old: 'nothing', now: 'no longer there' },
    { name: 'Password', old: 'nothing', now: 'kept secret' },
    { name: 'Shoe size', old: 'nothing', now: '41' },
  ])
})
