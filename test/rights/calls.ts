import { accountCalls } from './calls/accounts.ts'
import { adminCalls } from './calls/admin.ts'
import { calendarCalls } from './calls/calendar.ts'
import { liveReviewCalls } from './calls/calls.ts'
import { changeCalls } from './calls/changes.ts'
import { noticeCalls } from './calls/notifications.ts'
import { reviewCalls } from './calls/reviews.ts'
import { slotCalls } from './calls/slots.ts'
import { webhookCalls } from './calls/webhooks.ts'
import type { KnownCall } from './describe-call.ts'

/**
 * Every call that needs a session, once for each kind of body. Add a new call of the contract to
 * its room's file.
 */
export const knownCalls: readonly [string, KnownCall][] = [
  ...accountCalls,
  ...noticeCalls,
  ...calendarCalls,
  ...liveReviewCalls,
  ...reviewCalls,
  ...changeCalls,
  ...slotCalls,
  ...adminCalls,
  ...webhookCalls,
]
