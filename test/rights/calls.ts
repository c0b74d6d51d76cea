import { accountCalls } from './calls/accounts.ts'
import { adminCalls } from './calls/admin.ts'
import { calendarCalls } from './calls/calendar.ts'
import { liveReviewCalls } from './calls/live-reviews.ts'
import { notificationCalls } from './calls/notifications.ts'
import { reviewCalls } from './calls/reviews.ts'
import { scheduleCalls } from './calls/schedule.ts'
import { slotCalls } from './calls/slots.ts'
import { webhookCalls } from './calls/webhooks.ts'
import type { KnownCall } from './describe-call.ts'

/**
 * Every call that needs a session, once for each kind of body. Add a new call of the contract to
 * its room's file.
 */
export const sessionCalls: readonly [string, KnownCall][] = [
  ...accountCalls,
  ...notificationCalls,
  ...calendarCalls,
  ...liveReviewCalls,
  ...reviewCalls,
  ...scheduleCalls,
  ...slotCalls,
  ...adminCalls,
  ...webhookCalls,
]
