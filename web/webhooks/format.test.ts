import { expect, test } from 'vitest'
import type { Delivery } from '#contract/webhooks/deliveries.ts'
import { webhookEvents } from '#contract/webhooks/events.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import {
  escapeInvisible,
  formatAddedBy,
  formatDelivery,
  formatEvent,
  formatEvents,
  formatJson,
  formatResult,
  getWebhookState,
} from './format.ts'

const webhook: Webhook = {
  _id: 'w',
  url: 'https://hooks.school.test/weekward',
  events: ['slot.added'],
  createdAt: '2026-03-02T17:00:00.000Z',
  off: null,
  failingSince: null,
  lastDelivery: null,
  addedBy: null,
}
const at = '2026-03-02T17:00:00.000Z'

test('a webhook is on, failing, or off, in red if it was not an admin who switched it off', () => {
  expect(getWebhookState(webhook)).toMatchObject({ label: 'On', colour: 'green' })
  expect(getWebhookState({ ...webhook, failingSince: at })).toMatchObject({ label: 'Failing' })
  const off = { at, reason: 'failing' as const }
  expect(getWebhookState({ ...webhook, off })).toMatchObject({ label: 'Off', colour: 'red' })
  expect(getWebhookState({ ...webhook, off: { at, reason: 'by-admin' } })).not.toHaveProperty(
    'colour',
  )
})

test('events are short', () => {
  expect(formatEvents(webhookEvents)).toBe('All events')
  expect(formatEvents(['slot.added'])).toBe('A slot is added')
  expect(formatEvents(['slot.added', 'slot.removed'])).toBe('2 events')
  expect(formatEvent('webhook.test')).toBe('Test event')
  expect(formatEvent('of.a-newer-version')).toBe('of.a-newer-version')
})

test('a webhook says who added it, and with which token', () => {
  const admin = { _id: 'grace', name: 'Grace Bennett' }
  expect(formatAddedBy({ ...admin, token: null })).toBe('Grace Bennett')
  expect(formatAddedBy({ ...admin, token: 'Timetable' })).toBe('Grace Bennett, token Timetable')
  expect(formatAddedBy(null)).toBe('Unknown')
})

test('a request is shown with line breaks, an answer that is no JSON as it came', () => {
  expect(formatJson('{"type":"slot.added"}')).toBe('{\n  "type": "slot.added"\n}')
  expect(formatJson('Out of order')).toBe('Out of order')
})

const delivery: Delivery = {
  _id: 'd',
  webhook: 'w',
  eventId: 'e',
  event: 'slot.added',
  state: 'waiting',
  at,
  isResend: false,
  isBlocked: false,
  tries: 0,
  lastTryAt: null,
  nextTryAt: at,
  ms: null,
  request: { headers: {}, body: '{}' },
  answer: null,
  error: null,
}

test.each([
  ['review.booked', { student: { name: 'Ana' }, reviewer: null }, 'A review is booked: Ana'],
  ['student.added', { name: 'Ana' }, 'A student is added: Ana'],
  [
    'slot.added',
    { startsAt: '2026-03-04T15:00:00.000Z', reviewer: { name: 'Priya' } },
    'A slot is added: Priya, Wed 4 Mar, 10:00 AM',
  ],
  ['webhook.test', { _id: 'hook' }, 'Test event'],
  ['of.a-newer-version', 'a text', 'of.a-newer-version'],
])('a row of the log of %s names whom it is about', (event, data, words) => {
  const request = { headers: {}, body: JSON.stringify({ data }) }
  expect(formatDelivery({ ...delivery, event, request }, 'America/New_York')).toBe(words)
})

test('an event that is blocked says so instead of a next try', () => {
  expect(formatResult(delivery)).toBe('Not sent yet')
  expect(formatResult({ ...delivery, isBlocked: true })).toBe('Waiting for an earlier event')
})

test('an answer cannot reverse the text of the log', () => {
  expect(escapeInvisible('a\u202eb\n\u0007')).toBe('a\\u{202e}b\n\\u{7}')
})
