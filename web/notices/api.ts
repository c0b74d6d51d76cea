import { countUnreadNotices, listNotices, readNotices } from '#contract/notices/list.ts'
import type { Role } from '#contract/roles.ts'
import { roles } from '#contract/roles.ts'
import { call } from '#web/kit/call/call.ts'
import { queryClient } from '#web/kit/call/query.ts'

const ofNotices: ReadonlySet<unknown> = new Set(
  roles.flatMap((role) => [listNotices[role].path, countUnreadNotices[role].path]),
)

/** Asks again for the notices that are on the screen, and for how many are unread; for nothing else. */
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
