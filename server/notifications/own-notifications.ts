import type { PageRequest } from '#contract/kit/endpoint.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import type { Notification } from '#contract/notifications/list.ts'
import { notificationDefinitions } from '#contract/notifications/notifications.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import type { Session } from '#server/kit/call/session/session.ts'
import type { Context } from '#server/kit/context.ts'
import { countUnread, markAllRead, markSomeRead, readNotificationPage } from './queries.ts'
import { getPreferences, getTimeZone } from './settings.ts'

/** Returns a page of the caller's notifications, newest first, with their texts. */
export async function listNotifications(
  context: Context,
  { personId, role }: Session,
  asked: PageRequest,
): Promise<Page<Notification>> {
  const { db, settings } = context
  const page = await readNotificationPage(db, { personId }, asked)
  const { timeZone: schoolZone } = settings
  const timeZone = getTimeZone(context, await getPreferences(context, personId))
  return mapPage(page, ({ id, kind, payload, at, read_at, review }) => {
    const reader = { _id: personId, role, timeZone, schoolZone, review }
    const { text, path } = notificationDefinitions[kind]
    return {
      _id: id,
      kind,
      text: text(JSON.parse(payload), reader),
      path: path(reader),
      at: toIsoInstant(at),
      read: read_at !== null,
    }
  })
}

/** Counts the caller’s unread notifications, up to 100. */
export function countUnreadNotifications({ db }: Context, { personId }: Session) {
  return countUnread(db, { personId })
}

/** Marks the caller's notifications as read, and returns how many are still unread. */
export async function markRead(
  context: Context<Tx>,
  { personId }: Session,
  ids: 'all' | string[],
): Promise<{ unread: number }> {
  const { db, clock, live } = context
  const now = clock()
  // Without the lock, two calls that change several of a person's rows could deadlock.
  await advisoryLock(db, `notices of ${personId}`)
  if (ids === 'all') await markAllRead(db, { personId, now })
  else await markSomeRead(db, { personId, now, ids })
  skipAudit(context)
  live.changed('notices', [personId])
  return countUnread(db, { personId })
}
