import type { FastifyInstance } from 'fastify'
import {
  cloneWeek,
  formatSlotsRemoved,
  formatWeekCloned,
  removeSlots,
} from '#contract/slots/remove-and-clone-slots.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import {
  addSlots,
  listOwnSlots,
  listOwnSlotsByDate,
  listReviewerSlots,
} from '#contract/slots/slots.ts'
import { serve, serveList } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as slots from './actions.ts'
import { cloneWeek as clone } from './clone-week.ts'
import { removeSlots as remove } from './remove-free-slots.ts'

export function slotRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, addSlots, ({ context, session, body }) =>
    slots.addSlots(context, session.personId, body.values, body),
  )

  serve(app, context, removeSlots, async ({ context, session, body }) => {
    const removed = await remove(context, session.personId, body.value.slots)
    return { message: formatSlotsRemoved(removed.length), removed: removed.length }
  })

  serve(app, context, cloneWeek, async ({ context, session, body }) => {
    const cloned = await clone(context, session.personId, body.value)
    return { message: formatWeekCloned(cloned.added), ...cloned }
  })

  serveList(app, context, listOwnSlots, ({ context, session, query }) =>
    slots.listOwnSlots(context, session.personId, query),
  )

  serveList(app, context, listOwnSlotsByDate, ({ context, session, query }) =>
    slots.listOwnSlotsByDate(context, session.personId, query),
  )

  serveList(app, context, listReviewerSlots, ({ context, params, query }) =>
    slots.listReviewerSlots(context, params.id, query),
  )

  serveList(app, context, listReviewers, ({ context, query }) =>
    slots.listReviewers(context, query),
  )
}
