import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { monday } from '#test/app.ts'
import { findWrongNotifications, type NotificationRows } from './find-wrong-notifications.ts'

type Line = NotificationRows['lines'][number]

const line = (id: string, what: Line['what'], of: Partial<Line>): Line => ({
  id,
  review_id: 'review',
  at: monday,
  what,
  who: null,
  person_id: 'ada',
  reason: null,
  from_slot_id: null,
  from_starts_at: null,
  from_reviewer_id: null,
  undoes_id: null,
  to_slot_id: null,
  to_starts_at: null,
  to_reviewer_id: null,
  gone_ends_at: null,
  requested_slots: null,
  ...of,
})
const first = monday + 2 * dayMs
const second = first + hourMs
const notice = (
  dedupeKey: string,
  kind: NotificationRows['notices'][number]['kind'],
  person_id: string,
) => ({
  id: `${dedupeKey} ${person_id}`,
  dedupe_key: dedupeKey,
  kind,
  person_id,
  at: monday,
})

/** Ada books a review with Priya and moves it to Omar, as its student requested. */
const clean = () => ({
  reviews: [{ id: 'review', student_id: 'sofia', advisor_id: 'ada', week: 1, follows_id: null }],
  lines: [
    line('1', 'booked', { to_slot_id: 'a', to_starts_at: first, to_reviewer_id: 'priya' }),
    line('2', 'asked', { at: monday + 1, person_id: 'sofia', reason: 'An exam' }),
    line('3', 'moved', {
      at: monday + 2,
      from_slot_id: 'a',
      from_starts_at: first,
      from_reviewer_id: 'priya',
      to_slot_id: 'b',
      to_starts_at: second,
      to_reviewer_id: 'omar',
    }),
  ],
  notices: [
    notice('1', 'booked', 'sofia'),
    notice('1', 'booked', 'priya'),
    notice('2', 'asked', 'ada'),
    notice('3', 'granted', 'sofia'),
    notice('3', 'moved', 'priya'),
    notice('3', 'moved', 'omar'),
  ],
  wishes: [
    {
      review_id: 'review',
      reason: 'An exam',
      asked_at: monday + 1,
      ended_at: monday + 2,
      declined_reason: null,
    },
  ],
  wished: [{ review_id: 'review', slot_id: 'b', place: 1 }],
  reminders: [24, 1].map((hours) => ({
    review_id: 'review',
    starts_at: second,
    due_at: second - hours * hourMs,
    kind: hours === 1 ? ('reminder-hour' as const) : ('reminder-day' as const),
  })),
})
type Rows = ReturnType<typeof clean>

test('notifications that match the histories are correct', () => {
  expect(findWrongNotifications(clean(), monday + 3)).toEqual([])
})

test.each<[string, (rows: Rows) => void, RegExp]>([
  ['a change that nobody was told of', ({ notices }) => notices.splice(2, 1), /asked 2 was told/],
  ['one who was not told', ({ notices }) => notices.pop(), /moved 3 was told/],
  ['somebody told twice', ({ notices }) => notices.push(notice('3', 'moved', 'omar')), /moved 3/],
  [
    'the one who did it told',
    ({ notices }) => notices.push(notice('1', 'booked', 'ada')),
    /booked 1/,
  ],
  [
    'a notice without its change',
    ({ notices }) => notices.push(notice('4', 'lost', 'ada')),
    /no such/,
  ],
  [
    'a reschedule request that was not granted',
    ({ wished }) => wished.pop(),
    /granted of 3 .* instead/,
  ],
  [
    'the reminder of a slot that was left',
    ({ reminders }) => {
      reminders.push(...reminders.map((one) => ({ ...one, starts_at: first })))
    },
    /stands with/,
  ],
  ['a reminder that is gone', ({ reminders }) => reminders.pop(), /stands with/],
])('the judge finds %s', (_what, corrupt, wrong) => {
  const rows = clean()
  corrupt(rows)
  expect(findWrongNotifications(rows, monday + 3).join('\n')).toMatch(wrong)
})
