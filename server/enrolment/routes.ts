import type { FastifyInstance } from 'fastify'
import {
  pausedMessage,
  pauseStudent,
  pauseUndoneMessage,
  resumedMessage,
  resumeStudent,
  slotNotRestoredMessage,
} from '#contract/enrolment.ts'
import { serve } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as pause from './pause.ts'

export function enrolmentRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, pauseStudent, async ({ context, body }) => {
    await pause.pauseStudent(context, body.value)
    return { message: pausedMessage }
  })

  serve(app, context, resumeStudent, async ({ context, body }) => {
    const { id, undo } = body.value
    if (!undo) {
      await pause.resumeStudent(context, { id })
      return { message: resumedMessage }
    }
    const { isSlotLost } = await pause.undoPause(context, id)
    return {
      message: isSlotLost ? `${pauseUndoneMessage}. ${slotNotRestoredMessage}` : pauseUndoneMessage,
    }
  })
}
