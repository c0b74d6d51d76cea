import type { FastifyInstance } from 'fastify'
import {
  getNotificationSettings,
  notificationMessages,
  saveNotificationSettings,
} from '#contract/notifications/delivery/settings.ts'
import {
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
} from '#contract/notifications/list.ts'
import { abilities } from '#contract/roles.ts'
import { serve, serveList, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as notices from './own-notifications.ts'
import { pushRoutes } from './push/routes.ts'
import * as settings from './settings.ts'

export function notificationRoutes(app: FastifyInstance, context: Context): void {
  pushRoutes(app, context)
  for (const role of abilities['be told']) {
    serveList(app, context, listNotifications[role], ({ context, session, query }) =>
      notices.listNotifications(context, session, query),
    )

    serveRead(app, context, countUnreadNotifications[role], ({ context, session }) =>
      notices.countUnreadNotifications(context, session),
    )

    serve(app, context, markNotificationsRead[role], ({ context, session, body }) =>
      notices.markRead(context, session, body.value.ids),
    )

    serveRead(app, context, getNotificationSettings[role], ({ context, session }) =>
      settings.getSettings(context, session),
    )

    serve(app, context, saveNotificationSettings[role], async ({ context, session, body }) => ({
      message: notificationMessages.saved,
      settings: await settings.saveSettings(context, session, body.value),
    }))
  }
}
