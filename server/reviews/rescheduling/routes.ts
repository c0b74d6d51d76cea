import type { FastifyInstance } from 'fastify'
import { getHistory } from '#contract/reviews/history.ts'
import {
  bookingCancelledMessage,
  cancelBooking,
  slotRemovedTooMessage,
} from '#contract/reviews/scheduling/cancellation.ts'
import { countReviewsWithoutSlot, listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { noShowRecordedMessages, reportNoShow } from '#contract/reviews/scheduling/no-show.ts'
import {
  declineRescheduleRequest,
  requestDeclinedMessage,
  requestReschedule,
  requestSentMessage,
  requestWithdrawnMessage,
  withdrawRescheduleRequest,
} from '#contract/reviews/scheduling/reschedule-requests.ts'
import {
  changeUndoneMessage,
  moveReview,
  reviewMovedMessage,
  undoChange,
} from '#contract/reviews/scheduling/rescheduling.ts'
import { serve, serveList, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { cancelBooking as cancel } from '../booking/cancel-booking.ts'
import * as free from '../booking/list-free-slots.ts'
import { reportNoShow as reportAbsence } from '../booking/report-no-show.ts'
import { getHistory as getReviewHistory } from '../history/get-history.ts'
import { moveReview as move } from './move-review.ts'
import * as requests from './reschedule-requests.ts'
import { undoChange as undo } from './undo-change.ts'

/** Moves, cancellations, no-shows and reschedule requests (contract, section 9). */
export function reschedulingRoutes(app: FastifyInstance, context: Context): void {
  for (const endpoint of Object.values(moveReview)) {
    serve(app, context, endpoint, async ({ context, session, body }) => ({
      message: reviewMovedMessage,
      review: await move(context, session, body.value),
    }))
  }

  for (const endpoint of Object.values(cancelBooking)) {
    serve(app, context, endpoint, async ({ context, session, body }) => ({
      message: body.value.removeSlot ? slotRemovedTooMessage : bookingCancelledMessage,
      review: await cancel(context, session, body.value),
    }))
  }

  for (const endpoint of Object.values(undoChange)) {
    serve(app, context, endpoint, async ({ context, session, body }) => ({
      message: changeUndoneMessage,
      review: await undo(context, session, body.value.reviewId),
    }))
  }

  for (const endpoint of Object.values(reportNoShow)) {
    serve(app, context, endpoint, async ({ context, session, body }) => ({
      message: noShowRecordedMessages[body.value.who],
      review: await reportAbsence(context, session, body.value),
    }))
  }

  serve(app, context, requestReschedule, async ({ context, session, body }) => ({
    message: requestSentMessage,
    review: await requests.requestReschedule(context, session.personId, body.value),
  }))

  serve(app, context, withdrawRescheduleRequest, async ({ context, session, body }) => ({
    message: requestWithdrawnMessage,
    review: await requests.withdrawRequest(context, session.personId, body.value.reviewId),
  }))

  serve(app, context, declineRescheduleRequest, async ({ context, session, body }) => {
    const review = await requests.declineRequest(context, session.personId, body.value)
    return { message: requestDeclinedMessage, review }
  })

  for (const endpoint of Object.values(getHistory)) {
    serveRead(app, context, endpoint, ({ context, session, query }) =>
      getReviewHistory(context, session, query.id),
    )
  }

  for (const endpoint of Object.values(listFreeSlots)) {
    serveList(app, context, endpoint, ({ context, session, query }) =>
      free.listFreeSlots(context, session, query),
    )
  }

  serveRead(app, context, countReviewsWithoutSlot, ({ context, session }) =>
    free.countReviewsWithoutSlot(context, session.personId),
  )
}
