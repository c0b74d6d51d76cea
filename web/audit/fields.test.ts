import { expect, test } from 'vitest'
import { getChangedFields } from './fields.ts'

const line = {
  at: '2026-03-02T18:00:00Z',
  about: { kind: 'reviews', _id: 'review', name: null },
  mentions: [
    {
      kind: 'slots',
      _id: 'abc',
      startsAt: '2026-03-02T17:00:00Z',
      reviewer: { _id: 'priya', name: 'Priya Nair' },
    },
  ],
} as const

test('each changed column has a label, an old and a new value', () => {
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
  expect(getChangedFields(changed, 'America/New_York')).toEqual([
    { name: 'Status', old: 'not-scheduled', now: 'review-scheduled' },
    { name: 'Slot', old: 'nothing', now: 'Mon 2 Mar, 12:00 PM, Priya Nair' },
    { name: 'Pending tasks', old: 'nothing', now: 'Read on; Ask' },
    { name: 'Closed', old: 'nothing', now: 'Mon 2 Mar, 12:00 PM' },
  ])
})

test('dates are formatted as everywhere else, except in user-written text', () => {
  const about = { ...line.about, kind: 'people' } as const
  const after = {
    absence: '2026-03-03 to 2027-01-04: Exam of 2026-03-03: all day',
    availability: '["Monday 09:00 to 10:00, 30 minutes each, from 2026-03-02"]',
    dob: '1998-11-15',
    address: '2026-03-03',
  }
  const fields = getChangedFields({ ...line, about, mentions: [], before: null, after }, 'UTC')
  expect(fields.map(({ now }) => now)).toEqual([
    'Tue 3 Mar to Mon 4 Jan 2027: Exam of 2026-03-03: all day',
    'Monday 09:00 to 10:00, 30 minutes each, from Mon 2 Mar',
    'Sun 15 Nov 1998',
    '2026-03-03',
  ])
})

test('unknown, deleted, secret and list-like values are readable', () => {
  const about = { ...line.about, kind: 'people' } as const
  const after = {
    address: '[2nd floor',
    domain_id: 'gone',
    password_hash: '…',
    shoe_size: 41,
    dob: null,
  }
  expect(getChangedFields({ ...line, about, mentions: [], before: null, after }, 'UTC')).toEqual([
    { name: 'Address', old: 'nothing', now: '[2nd floor' },
    { name: 'Domain', old: 'nothing', now: 'no longer there' },
    { name: 'Password', old: 'nothing', now: 'kept secret' },
    { name: 'Shoe size', old: 'nothing', now: '41' },
  ])
})

test('the access of an API token reads as on its owner’s page', () => {
  const change = (api_token_scopes: string) =>
    getChangedFields(
      {
        ...line,
        about: { ...line.about, kind: 'people' },
        mentions: [],
        before: { api_token: null },
        after: { api_token_scopes },
      },
      'America/New_York',
    )
  const access = { name: 'API token’s access', old: 'nothing' }
  expect(change('write')).toEqual([{ ...access, now: 'Read and change everything' }])
  expect(change('read, manage people')).toEqual([
    { ...access, now: 'Read everything, Manage people and invite staff' },
  ])
})
