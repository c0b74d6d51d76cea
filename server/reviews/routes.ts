import type { FastifyInstance } from 'fastify'
import {
  reminderSentMessage,
  remindResponsiblePerson,
  remindStudent,
} from '#contract/notifications/send-reminder.ts'
import {
  createReview,
  decisionUndoneMessage,
  decisionUndoneWithoutSlotMessage,
  getDecision,
  undoDecision,
} from '#contract/reviews/decision.ts'
import {
  describeUndoHandOverResult,
  formatHandedOver,
  handOverStudents,
  undoHandOver,
} from '#contract/reviews/hand-over-students.ts'
import {
  markUpdatedMessage,
  pendingTaskUpdatedMessage,
  taskStatusUpdatedMessage,
  updateMark,
  updateTaskStatus,
} from '#contract/reviews/marking.ts'
import {
  getPreviousReview,
  listPersonReviews,
  listStudentReviews,
} from '#contract/reviews/person-reviews.ts'
import {
  getHome,
  getReview,
  getWeeklyReview,
  listOwnReviews,
  listReviews,
  reviewStatusUpdatedMessage,
} from '#contract/reviews/reviews.ts'
import { bookSlot, slotBookedMessage } from '#contract/reviews/scheduling/booking.ts'
import {
  countWaitingForAdvisor,
  countWaitingForReviewer,
} from '#contract/reviews/waiting-counts.ts'
import { getFeedbackVersion } from '#server/feedback/actions.ts'
import { serve, serveList, serveRead } from '#server/kit/call/serve.ts'
import { toTopBarAccount } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import * as reviews from './actions.ts'
import {
  countReviewsNeedingAdvisor,
  countReviewsNeedingReviewer,
} from './advisor-list/count-queries.ts'
import { listAdvisorReviews } from './advisor-list/list-advisor-reviews.ts'
import { handOverStudents as handOver } from './advisors/hand-over.ts'
import { takeBackStudents, undoHandOver as undoStudentHandOver } from './advisors/undo-hand-over.ts'
import { bookSlot as book } from './booking/book-slot.ts'
import * as undo from './decisions/undo-decision.ts'
import * as marks from './marking/update-mark.ts'
import * as past from './person-reviews.ts'
import { remindResponsiblePerson as remindResponsible } from './reminders/remind-responsible-person.ts'
import { remindStudent as remind } from './reminders/remind-student.ts'
import { reschedulingRoutes } from './rescheduling/routes.ts'

export function reviewRoutes(app: FastifyInstance, context: Context): void {
  reschedulingRoutes(app, context)

  serveRead(app, context, getHome, ({ context, session }) =>
    reviews.getHome(context, session.personId),
  )

  serveRead(app, context, getWeeklyReview, ({ context, session, query }) =>
    reviews.getWeeklyReview(context, session.personId, query.week),
  )

  serveList(app, context, listOwnReviews, ({ context, session, query }) =>
    reviews.listOwnReviews(context, session.personId, query),
  )

  serve(app, context, remindStudent, async ({ context, session, body }) => {
    await remind(context, session.personId, body.value.reviewId)
    return { message: reminderSentMessage }
  })

  for (const endpoint of Object.values(remindResponsiblePerson)) {
    serve(app, context, endpoint, async ({ context, session, body }) => {
      await remindResponsible(context, session, body.value.reviewId)
      return { message: reminderSentMessage }
    })
  }

  serveList(app, context, listReviews.advisor, ({ context, session, query }) =>
    listAdvisorReviews(context, session, query),
  )

  serveList(app, context, listReviews.reviewer, ({ context, session, query }) =>
    reviews.listReviews(context, session, query),
  )

  serveRead(app, context, getPreviousReview, async ({ context, session, query }) => ({
    before: await past.getPreviousReview(context, session.personId, query.id),
  }))

  serveList(app, context, listStudentReviews, ({ context, query }) =>
    past.listStudentReviews(context, query),
  )

  serveList(app, context, listPersonReviews, ({ context, query }) =>
    past.listPersonReviews(context, query),
  )

  serve(app, context, handOverStudents, async ({ context, session, body }) => {
    const { moved, inactive } = await handOver(context, session.personId, body.value)
    return { message: formatHandedOver(moved.length, inactive), moved }
  })

  serve(app, context, undoHandOver, async ({ context, session, body }) => {
    const { from, takeBack } = body.value
    const giveBack = takeBack ? takeBackStudents : undoStudentHandOver
    const undone = await giveBack(context, session.personId, from)
    return { message: describeUndoHandOverResult(undone), ...undone }
  })

  serveRead(app, context, getReview, ({ context, session, query }) =>
    reviews.getOwnReview(context, session, query.id),
  )

  serveRead(app, context, countWaitingForAdvisor, async ({ context: { db, clock }, session }) => ({
    ...(await countReviewsNeedingAdvisor(db, { advisorId: session.personId, now: clock() })),
    account: toTopBarAccount(session),
  }))

  serveRead(app, context, countWaitingForReviewer, async ({ context: { db, clock }, session }) => ({
    ...(await countReviewsNeedingReviewer(db, { reviewerId: session.personId, now: clock() })),
    account: toTopBarAccount(session),
  }))

  for (const endpoint of Object.values(bookSlot)) {
    serve(app, context, endpoint, async ({ context, session, body }) => ({
      message: slotBookedMessage,
      review: await book(context, session, body.value),
    }))
  }

  for (const endpoint of Object.values(updateTaskStatus)) {
    serve(app, context, endpoint, async ({ context, session, body }) => ({
      message: taskStatusUpdatedMessage,
      review: await marks.updateTaskStatus(context, session, body.id, body.value),
    }))
  }

  for (const endpoint of Object.values(createReview)) {
    serve(app, context, endpoint, async ({ context, session, body }) => ({
      message: reviewStatusUpdatedMessage,
      review: await reviews.applyDecision(context, session, {
        id: body.id,
        way: body.value.status,
      }),
    }))
  }

  for (const endpoint of Object.values(getDecision)) {
    serveRead(app, context, endpoint, async ({ context, session, query }) => ({
      decision: await undo.getDecision(context, session, query.id),
    }))
  }

  for (const endpoint of Object.values(undoDecision)) {
    serve(app, context, endpoint, async ({ context, session, body }) => {
      const { review, lostSlot } = await undo.undoDecision(context, session, body.value.reviewId)
      return {
        message: lostSlot ? decisionUndoneWithoutSlotMessage : decisionUndoneMessage,
        review,
      }
    })
  }

  serve(app, context, updateMark, async ({ context, session, body }) => ({
    message: body.value ? markUpdatedMessage : pendingTaskUpdatedMessage,
    review: await marks.updateMark(
      context,
      { id: body.id, reviewerId: session.personId },
      { ...body.value, pendingTask: body.pendingTopic },
    ),
    version: await getFeedbackVersion(context, body.id),
  }))
}
