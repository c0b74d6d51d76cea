import {
  countUnreadNotices,
  listNotices,
  noticeSettingsPath,
  readNotices,
} from '#contract/notices/list.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'
import { call } from '#web/kit/call/call.ts'
import { queryClient } from '#web/kit/call/query.ts'

const ofNotices: ReadonlySet<unknown> = new Set(
  roles.flatMap((role) => [
    ...[listNotices, countUnreadNotices].map((ofRole) => ofRole[role].path),
    basePath[role] + noticeSettingsPath,
  ]),
)

/** Asks again for the notices that are on the screen, how many are unread, and how they are told. */
export function refreshNotices(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => ofNotices.has(queryKey[0]) })
}

/**
 * Marks notices as read, or all. What fails is not told: nobody asked for it, and what is unread is
 * marked when it is seen again.
 */
export async function markRead(role: Role, ids: string[] | 'all'): Promise<void> {
  await call(readNotices[role], { body: { value: { ids } } })
  await refreshNotices()
}
