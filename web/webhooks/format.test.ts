import { expect, test } from 'vitest'
import { webhookEvents } from '#contract/webhooks/events.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import {
  formatAddress,
  formatEvent,
  formatEvents,
  formatHost,
  formatJson,
  getWebhookState,
} from './format.ts'

const webhook: Webhook = {
  ...{ _id: 'w', url: 'https://hooks.school.test/weekward', events: ['slot.added'] },
  ...{ createdAt: '2026-03-02T17:00:00.000Z', off: null, failingSince: null, lastDelivery: null },
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

test('events and addresses are short', () => {
  expect(formatEvents(webhookEvents)).toBe('All events')
  expect(formatEvents(['slot.added'])).toBe('A slot is added')
  expect(formatEvents(['slot.added', 'slot.removed'])).toBe('2 events')
  expect(formatEvent('webhook.test')).toBe('Test event')
  expect(formatEvent('of.a-newer-version')).toBe('of.a-newer-version')
  expect(formatAddress(webhook.url)).toBe('hooks.school.test/weekward')
  expect(formatAddress('https://hooks.school.test/')).toBe('hooks.school.test')
  expect(formatHost('https://hooks.school.test:8443/weekward')).toBe('hooks.school.test:8443')
})

test('a request is shown with line breaks, an answer that is no JSON as it came', () => {
  expect(formatJson('{"type":"slot.added"}')).toBe('{\n  "type": "slot.added"\n}')
  expect(formatJson('Out of order')).toBe('Out of order')
})
