import { expect, test } from 'vitest'
import type { AuditAction } from '#contract/audit/action.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { groupEntries } from './group-entries.ts'

const line = (_id: string, requestId: string, action: AuditAction): AuditEntry => ({
  ...{ _id, requestId, deed: action, at: '2026-11-22T12:00:00Z', who: null, call: 'PUT /call' },
  about: { kind: 'reviews', _id: 'review', name: null },
  ...{ mentions: [], before: {}, after: {}, address: '' },
})

const folded = (lines: AuditEntry[]) =>
  groupEntries(lines).map(({ main, more }) => [main._id, more.map(({ _id }) => _id)])

test('the lines of one call are one entry, told by what the others follow from', () => {
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

test('a decision that is taken back is told as that, and a school that is set up', () => {
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

test('where all follow from something else, the first that was done tells it', () => {
  expect(folded([line('b', 'one', 'session-ended'), line('a', 'one', 'signed-in')])).toEqual([
    ['a', ['b']],
  ])
})

test('what was done by no call of the page stands alone', () => {
  expect(folded([line('b', '', 'blocked'), line('a', '', 'blocked')])).toEqual([
    ['b', []],
    ['a', []],
  ])
})
