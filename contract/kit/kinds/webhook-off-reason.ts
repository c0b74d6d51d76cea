/**
 * Why a webhook is off: an admin switched it off, its receiver has failed for days, or has answered
 * that it is gone.
 */
export const webhookOffReasons = ['by-admin', 'failing', 'gone'] as const
export type WebhookOffReason = (typeof webhookOffReasons)[number]
