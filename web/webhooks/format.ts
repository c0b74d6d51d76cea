import { z } from 'zod'
import { formatCount } from '#contract/kit/text/plural.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { Delivery } from '#contract/webhooks/deliveries.ts'
import { testEvent, webhookEventLabels, webhookEvents } from '#contract/webhooks/events.ts'
import type { DeliveryState, Webhook } from '#contract/webhooks/webhooks.ts'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { formatListDate } from '#web/kit/ui/dates/dates.ts'
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
  'by-admin': 'An admin turned it off.',
  failing: 'It was turned off because an event could not be delivered for 3 days.',
  gone: 'It was turned off because the receiver responded with 410 Gone.',
}

/** 'All events', the only one in words, or their number. */
export function formatEvents(events: Webhook['events']): string {
  if (events.length === webhookEvents.length) return 'All events'
  const [only, ...more] = events
  if (only && more.length === 0) return webhookEventLabels[only]
  return formatCount(events.length, 'event', 'events')
}

/** Who added a webhook: 'Grace Bennett', also 'Grace Bennett, token Timetable'. */
export function formatAddedBy(addedBy: Webhook['addedBy']): string {
  if (!addedBy) return 'Unknown'
  const { name, token } = addedBy
  return token === null ? name : `${name}, token ${token}`
}

/** What happened, for an admin. */
export function formatEvent(event: string): string {
  if (event === testEvent) return 'Test event'
  const known = webhookEvents.find((one) => one === event)
  return known ? webhookEventLabels[known] : event
}

const Named = z.object({ name: z.string() })
/** What the payload of every event has of these. */
const Payload = z.object({
  data: z.object({
    name: z.string().optional(),
    student: Named.optional(),
    reviewer: Named.nullable().optional(),
    startsAt: z.string().nullable().optional(),
  }),
})

/** Whom a delivery is about: the student of a review, a person, or a slot's reviewer and start. */
function formatSubject({ request, at }: Delivery, timeZone: string): string | undefined {
  const { data } = Payload.safeParse(parseJson(request.body)).data ?? {}
  if (!data) return undefined
  const { name, student, reviewer, startsAt } = data
  if (name !== undefined || student) return name ?? student?.name
  const toDate = (instant: string) => getDateInZone(Date.parse(instant), timeZone)
  const slot = startsAt && [
    formatListDate(toDate(startsAt), toDate(at)),
    formatTimeAt(Date.parse(startsAt), timeZone),
  ]
  return [reviewer?.name, ...(slot || [])].filter(Boolean).join(', ') || undefined
}

/** What happened and whom it is about: 'A student is added: Ana Lima'. */
export function formatDelivery(delivery: Delivery, timeZone: string): string {
  const event = formatEvent(delivery.event)
  const subject = formatSubject(delivery, timeZone)
  return subject === undefined ? event : `${event}: ${subject}`
}

/** The result of a delivery so far, in a few words. */
export function formatResult({ answer, error, ms, isBlocked }: Delivery): string {
  if (isBlocked) return 'Waiting for an earlier event'
  if (error !== null) return error
  return answer === null ? 'Not sent yet' : `${answer.status} in ${ms ?? 0} ms`
}

/** A JSON text with line breaks; another text as it is. */
export function formatJson(text: string): string {
  const value = parseJson(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Shows invisible characters, such as those that reverse the text after them, by their codes. */
export function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cf}\p{Cc}]/gu, (one) =>
    /[\n\t]/.test(one) ? one : `\\u{${one.codePointAt(0)?.toString(16)}}`,
  )
}
