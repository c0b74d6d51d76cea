import type { FastifyInstance } from 'fastify'
import {
  addSlots,
  listOwnSlots,
  listReviewerSlots,
  listReviewers,
  listSlotsOnDays,
} from '#contract/slots.ts'
import { serve, serveList } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as slots from './actions.ts'

export function slotRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, addSlots, ({ context, session, body }) =>
    slots.addSlots(context, session.personId, body.values),
  )

  serveList(app, context, listOwnSlots, ({ context, session, query }) =>
    slots.listOwnSlots(context, session.personId, query),
  )

  serveList(app, context, listSlotsOnDays, ({ context, session, query }) =>
    slots.listSlotsOnDays(context, session.personId, query),
  )

  serveList(app, context, listReviewerSlots, ({ context, params, query }) =>
    slots.listReviewerSlots(context, params.id, query),
  )

  serveList(app, context, listReviewers, ({ context, query }) =>
    slots.listReviewers(context, query),
  )
}
