import type { FastifyInstance } from 'fastify'
import { getRubric, rubricSavedMessage, saveRubric } from '#contract/rubrics/rubrics.ts'
import { serve, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as rubrics from './actions.ts'

export function rubricRoutes(app: FastifyInstance, context: Context): void {
  for (const endpoint of Object.values(getRubric)) {
    serveRead(app, context, endpoint, async ({ context, query }) => ({
      criteria: await rubrics.getRubric(context, query.domain),
    }))
  }

  serve(app, context, saveRubric, async ({ context, query, body }) => ({
    message: rubricSavedMessage,
    criteria: await rubrics.saveRubric(context, query.domain, body),
  }))
}
