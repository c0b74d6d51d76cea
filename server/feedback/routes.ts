import type { FastifyInstance } from 'fastify'
import {
  feedbackReplySentMessage,
  getFeedback,
  getPhrases,
  phrasesSavedMessage,
  replyToFeedback,
  savePhrases,
} from '#contract/feedback.ts'
import { serve, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as feedback from './actions.ts'
import * as phrases from './phrases.ts'

export function feedbackRoutes(app: FastifyInstance, context: Context): void {
  const { student, ...staff } = getFeedback
  serveRead(app, context, student, ({ context, session: { personId }, query }) =>
    feedback.getOwnFeedback(context, { personId, reviewId: query.id }),
  )

  for (const endpoint of Object.values(staff)) {
    serveRead(app, context, endpoint, ({ context, session: { role, personId }, query }) =>
      feedback.getFeedbackForStaff(context, { role, personId, reviewId: query.id }),
    )
  }

  serve(app, context, replyToFeedback, async ({ context, session: { personId }, body }) => {
    const { reviewId, text } = body.value
    await feedback.replyToFeedback(context, { personId, reviewId }, text)
    return { message: feedbackReplySentMessage }
  })

  serveRead(app, context, getPhrases, ({ context, session }) =>
    phrases.getPhrases(context, session.personId),
  )

  serve(app, context, savePhrases, async ({ context, session, body }) => ({
    message: phrasesSavedMessage,
    ...(await phrases.savePhrases(context, session.personId, body.value)),
  }))
}
