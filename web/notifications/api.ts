import {
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
  notificationSettingsPath,
} from '#contract/notifications/list.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryClient } from '#web/kit/api/hooks.ts'

const ofNotices: ReadonlySet<unknown> = new Set(
  roles.flatMap((role) => [
    ...[listNotifications, countUnreadNotifications].map((ofRole) => ofRole[role].path),
    basePath[role] + notificationSettingsPath,
  ]),
)

/** Refetches the notifications on the screen, the unread count and the settings. */
export function refreshNotifications(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => ofNotices.has(queryKey[0]) })
}

/**
 * Marks notifications as read, some or all. Failures are ignored: unread ones are marked when they
 * are seen again.
 */
export async function markRead(role: Role, ids: string[] | 'all'): Promise<void> {
  await callApi(markNotificationsRead[role], { body: { value: { ids } } })
  await refreshNotifications()
}
