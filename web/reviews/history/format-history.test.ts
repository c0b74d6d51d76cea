import { expect, test } from 'vitest'
import type { HistoryLine } from '#contract/reviews/history.ts'
import { formatHistoryLine } from './format-history.ts'

const slot = (date: string, slot_time: string, name: string) => ({
  _id: name,
  date,
  slot_date: date,
  slot_time,
  isBooked: true,
  startsAt: `${date}T09:00:00.000Z`,
  reviewer: { _id: name, name },
})
const priya = slot('2026-11-24', '10:00 AM', 'Priya')
const joao = slot('2026-11-25', '9:00 AM', 'Joao')
const line = (what: HistoryLine['what'], more: Partial<HistoryLine> = {}): HistoryLine => ({
  at: '2026-11-23T09:00:00.000Z',
  what,
  by: { _id: 'h', name: 'Henrik' },
  from: null,
  to: null,
  reason: null,
  who: null,
  wished: [],
  decided: null,
  ...more,
})

test.each([
  [line('booked', { to: priya }), 'Henrik booked Tue 24 Nov, 10:00 AM with Priya'],
  [
    line('moved', { from: priya, to: joao }),
    'Henrik moved it from Tue 24 Nov, 10:00 AM with Priya to Wed 25 Nov, 9:00 AM with Joao',
  ],
  [line('asked'), 'Henrik asked to reschedule'],
  [
    line('asked', { wished: [priya, joao] }),
    'Henrik asked to reschedule to Tue 24 Nov, 10:00 AM with Priya or Wed 25 Nov, 9:00 AM with Joao',
  ],
  [line('cancelled', { from: priya }), 'Henrik cancelled Tue 24 Nov, 10:00 AM with Priya'],
  [
    line('no-show', { from: priya, who: 'student' }),
    'Henrik recorded that the student did not come to Tue 24 Nov, 10:00 AM with Priya',
  ],
  [line('lost', { from: priya, by: null }), 'Tue 24 Nov, 10:00 AM with Priya was removed'],
  [line('lost', { from: priya }), 'Henrik removed Tue 24 Nov, 10:00 AM with Priya'],
  [
    line('undone', { from: joao, to: priya }),
    'Henrik undid that: it is Tue 24 Nov, 10:00 AM with Priya again',
  ],
  [line('withdrawn'), 'Henrik withdrew the request to reschedule'],
  [line('withdrawn', { reason: 'No room' }), 'Henrik declined the request to reschedule'],
  [line('undone'), 'Henrik undid that'],
  [
    line('decided', { decided: { way: 'week-repeat', week: 3 } }),
    'Henrik decided that the week is repeated',
  ],
  [
    line('decided', { decided: { way: 'next-week', week: 4 } }),
    'Henrik decided that week 04 begins',
  ],
  [line('decided'), 'Henrik made a decision that was undone'],
  [line('marked', { by: null }), 'Someone gave the marks'],
])('what became of a review is said in words: %#', (one, said) => {
  expect(formatHistoryLine(one)).toBe(said)
})

test('marks after others corrected them', () => {
  expect(formatHistoryLine(line('marked'), true)).toBe('Henrik corrected the marks')
})
