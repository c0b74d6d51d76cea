import type { FastifyInstance } from 'fastify'
import { countUnreadNotices, listNotices, readNotices } from '#contract/notices/list.ts'
import {
  getNoticeSettings,
  noticeMessages,
  saveNoticeSettings,
} from '#contract/notices/settings.ts'
import { abilities } from '#contract/roles.ts'
import { serve, serveList, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as notices from './actions.ts'
import * as settings from './settings.ts'

export function noticeRoutes(app: FastifyInstance, context: Context): void {
  for (const role of abilities['be told']) {
    serveList(app, context, listNotices[role], ({ context, session, query }) =>
      notices.listNotices(context, session, query),
    )

    serveRead(app, context, countUnreadNotices[role], ({ context, session }) =>
      notices.countUnreadNotices(context, session),
    )

    serve(app, context, readNotices[role], ({ context, session, body }) =>
      notices.markRead(context, session, body.value.ids),
    )

    serveRead(app, context, getNoticeSettings[role], ({ context, session }) =>
      settings.getSettings(context, session),
    )

    serve(app, context, saveNoticeSettings[role], async ({ context, session, body }) => ({
      message: noticeMessages.saved,
      settings: await settings.saveSettings(context, session, body.value),
    }))
  }
}
