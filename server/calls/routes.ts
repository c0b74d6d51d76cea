import type { FastifyInstance } from 'fastify'
import { getCallRecord, listCallChat } from '#contract/calls/call-record.ts'
import { getIceServers } from '#contract/calls/ice-servers.ts'
import { getDraft, saveDraft } from '#contract/calls/review-draft.ts'
import { serve, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as calls from './actions.ts'
import * as drafts from './drafts.ts'
import * as ice from './ice-servers.ts'

export function callRoutes(app: FastifyInstance, context: Context): void {
  for (const endpoint of Object.values(getIceServers)) {
    serveRead(app, context, endpoint, async ({ context, session }) =>
      ice.getIceServers(context, session.personId),
    )
  }

  for (const endpoint of Object.values(listCallChat)) {
    serveRead(app, context, endpoint, ({ context, session, query }) =>
      calls.listChat(context, session, query.id),
    )
  }

  for (const endpoint of Object.values(getCallRecord)) {
    serveRead(app, context, endpoint, ({ context, session, query }) =>
      calls.getCallRecord(context, session, query.id),
    )
  }

  serve(app, context, saveDraft, async ({ context, session, body: { id, draft } }) => ({
    savedAt: await drafts.saveDraft(context, session, { reviewId: id, draft }),
  }))

  serveRead(app, context, getDraft, ({ context, session, query }) =>
    drafts.getDraft(context, session, query.id),
  )
}
