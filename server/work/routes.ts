import type { FastifyInstance } from 'fastify'
import { getStudentWork, getWork, saveWork } from '#contract/work.ts'
import { serve, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as work from './actions.ts'

export function workRoutes(app: FastifyInstance, context: Context): void {
  serveRead(app, context, getWork, ({ context, session }) =>
    work.getWork(context, session.personId),
  )

  serve(app, context, saveWork, ({ context, session, body }) =>
    work.saveWork(context, session.personId, body.value),
  )

  for (const endpoint of Object.values(getStudentWork)) {
    serveRead(app, context, endpoint, ({ context, session, query }) =>
      work.getStudentWork(context, session, query.review),
    )
  }
}
