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

/** Asks again for the notices that are on the screen, how many are unread, and how they are told. */
export function refreshNotifications(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => ofNotices.has(queryKey[0]) })
}

/**
 * Marks notices as read, or all. What fails is not told: nobody asked for it, and what is unread is
 * marked when it is seen again.
 */
export async function markRead(role: Role, ids: string[] | 'all'): Promise<void> {
  await callApi(markNotificationsRead[role], { body: { value: { ids } } })
  await refreshNotifications()
}
