import type { FastifyInstance } from 'fastify'
import {
  getPushKey,
  pushMessages,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications/delivery/push.ts'
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
import * as notices from './list-notifications.ts'
import * as subscriptions from './push/subscriptions.ts'
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

function pushRoutes(app: FastifyInstance, context: Context): void {
  for (const role of abilities['be told']) {
    serveRead(app, context, getPushKey[role], ({ context, session }) =>
      subscriptions.readPushKey(context, session),
    )

    serve(app, context, subscribePush[role], async ({ context, session, body }) => {
      await subscriptions.subscribe(context, session, body.value)
      return { message: pushMessages.begun }
    })

    serve(app, context, unsubscribePush[role], async ({ context, session }) => {
      await subscriptions.unsubscribe(context, session)
      return { message: pushMessages.ended }
    })
  }
}
