import { dayMs, hourMs, minuteMs, secondMs } from '../kit/time/durations.ts'
import { requestTimeoutMs } from './limits.ts'

/** Webhooks of a school. */
export const webhooksMax = 20
export const webhookUrlMaxLength = 2_000

/** Days for which an event is tried again; after them, the webhook is switched off. */
export const webhookRetryDays = 3
/**
 * The pauses between attempts. The last attempt is at the end of those days; the longest pause is
 * repeated until then.
 */
export const webhookRetryGapsMs = [
  5 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  18 * hourMs,
  dayMs,
] as const

/** Within which a receiver must have answered. */
export const webhookTimeoutMs = 10 * secondMs
/** How long the page waits for what is sent by hand. */
export const manualWebhookSendTimeoutMs = webhookTimeoutMs + requestTimeoutMs
/** How much of an answer the log keeps, in bytes. */
export const webhookAnswerMaxBytes = 2_000
/** Days after which entries of the log are deleted. */
export const webhookDeliveryDays = 30
/** How long the old secret signs too, after it was rolled. */
export const oldSecretHours = 24
/** Test events and events sent again by hand, for one admin. */
export const manualWebhookSendsPerMinute = 20
