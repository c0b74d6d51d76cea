import type { FastifyInstance } from 'fastify'
import { getBoard, getProgress } from '#contract/progress/progress.ts'
import { serveList, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as progress from './actions.ts'

export function progressRoutes(app: FastifyInstance, context: Context): void {
  serveRead(app, context, getProgress.student, ({ context, session }) =>
    progress.getOwnProgress(context, session.personId),
  )

  for (const role of ['advisor', 'admin'] as const) {
    serveRead(app, context, getProgress[role], ({ context, session: { personId }, query }) =>
      progress.getProgress(context, { role, personId }, query.student),
    )
  }

  serveList(app, context, getBoard, ({ context, session, query }) =>
    progress.listBoard(context, session.personId, query),
  )
}
