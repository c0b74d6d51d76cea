import { expect, test } from 'vitest'
import type { AuditAction } from '#contract/audit/action.ts'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { groupByCall } from './group-by-call.ts'

const line = (_id: string, requestId: string, action: AuditAction): AuditEntry => ({
  _id,
  requestId,
  deed: action,
  at: '2026-11-22T12:00:00Z',
  who: null,
  call: 'PUT /call',
  token: null,
  about: { kind: 'reviews', _id: 'review', name: null },
  mentions: [],
  before: {},
  after: {},
  address: '',
})

const folded = (lines: AuditEntry[]) =>
  groupByCall(lines).map(({ main, more }) => [main._id, more.map(({ _id }) => _id)])

test('the lines of one call are one entry, led by the action that caused the others', () => {
  expect(
    folded([
      line('opened', 'one', 'review-opened'),
      line('closed', 'one', 'review-closed'),
      line('moved', 'one', 'moved-to-week'),
      line('other', 'two', 'blocked'),
    ]),
  ).toEqual([
    ['closed', ['moved', 'opened']],
    ['other', []],
  ])
})

test('an undone decision and a set-up school lead their entries', () => {
  expect(
    folded([
      line('moved', 'one', 'moved-to-week'),
      line('undone', 'one', 'decision-undone'),
      line('removed', 'one', 'review-removed'),
      line('in', 'two', 'signed-in'),
      line('set up', 'two', 'school-set-up'),
      line('added', 'two', 'person-added'),
    ]),
  ).toEqual([
    ['undone', ['removed', 'moved']],
    ['set up', ['added', 'in']],
  ])
})

test('if every action follows from another, the first one leads', () => {
  expect(folded([line('b', 'one', 'session-ended'), line('a', 'one', 'signed-in')])).toEqual([
    ['a', ['b']],
  ])
})

test('a line without a call stays alone', () => {
  expect(folded([line('b', '', 'blocked'), line('a', '', 'blocked')])).toEqual([
    ['b', []],
    ['a', []],
  ])
})
