import { formatCount } from '#contract/kit/text/plural.ts'
import type { Delivery } from '#contract/webhooks/deliveries.ts'
import { testEvent, webhookEventLabels, webhookEvents } from '#contract/webhooks/events.ts'
import type { DeliveryState, Webhook } from '#contract/webhooks/webhooks.ts'
import type { StateColour } from '#web/kit/ui/states/state-dot.tsx'

export const deliveryLabels: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Not delivered',
}

type State = { label: string; sign: 'empty' | 'half' | 'full'; colour?: StateColour }

/** Whether a webhook is on, and whether its receiver takes what it is sent. */
export function getWebhookState({ off, failingSince }: Webhook): State {
  if (off) {
    const isByAdmin = off.reason === 'by-admin'
    return { label: 'Off', sign: 'empty', ...(!isByAdmin && { colour: 'red' }) }
  }
  return failingSince === null
    ? { label: 'On', sign: 'full', colour: 'green' }
    : { label: 'Failing', sign: 'half', colour: 'orange' }
}

export const offReasons: Record<NonNullable<Webhook['off']>['reason'], string> = {
  'by-admin': 'An admin switched it off.',
  failing: 'It was switched off because the receiver took nothing for 3 days.',
  gone: 'It was switched off because the receiver answered that it is gone.',
}

/** The address without its protocol. */
export function formatAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** The host of an address, by which a webhook is named. */
export const formatHost = (url: string) => new URL(url).host

/** 'All events', the only one in words, or their number. */
export function formatEvents(events: Webhook['events']): string {
  if (events.length === webhookEvents.length) return 'All events'
  const [only, ...more] = events
  if (only && more.length === 0) return webhookEventLabels[only]
  return formatCount(events.length, 'event', 'events')
}

/** What happened, for an admin. */
export function formatEvent(event: string): string {
  if (event === testEvent) return 'Test event'
  const known = webhookEvents.find((one) => one === event)
  return known ? webhookEventLabels[known] : event
}

/** The result of a delivery so far, in a few words. */
export function formatResult({ answer, error, ms }: Delivery): string {
  if (error !== null) return error
  return answer === null ? 'Not sent yet' : `${answer.status} in ${ms ?? 0} ms`
}

/** A JSON text with line breaks; another text as it is. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
