import type { FastifyInstance } from 'fastify'
import {
  finishedMessage,
  finishStudent,
  finishUndoneMessage,
  pausedMessage,
  pauseStudent,
  pauseUndoneMessage,
  reopenedMessage,
  reopenStudent,
  resumedMessage,
  resumeStudent,
  slotNotRestoredMessage,
} from '#contract/enrolment.ts'
import { abilities } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { serve } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import type { AdvisorOrAdmin } from '#server/reviews/advisor-or-admin.ts'
import * as finish from './finish.ts'
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
    return { message: describeUndo(pauseUndoneMessage, isSlotLost) }
  })

  for (const role of abilities['decide weeks']) {
    serve(app, context, finishStudent[role], async ({ context, session, body }) => {
      await finish.finishStudent(context, session, body.value)
      return { message: finishedMessage }
    })
  }

  serve(app, context, reopenStudent.admin, async ({ context, session, body }) => {
    const { id, undo } = body.value
    if (undo) return { message: await undoFinish(context, session, id) }
    await finish.reopenStudent(context, id)
    return { message: reopenedMessage }
  })

  serve(app, context, reopenStudent.advisor, async ({ context, session, body }) => ({
    message: await undoFinish(context, session, body.value.id),
  }))
}

async function undoFinish(context: Context<Tx>, caller: AdvisorOrAdmin, id: string) {
  const { isSlotLost } = await finish.undoFinish(context, caller, id)
  return describeUndo(finishUndoneMessage, isSlotLost)
}

function describeUndo(done: string, isSlotLost: boolean): string {
  return isSlotLost ? `${done}. ${slotNotRestoredMessage}` : done
}
