import { getNotificationSettings } from '#contract/notifications/delivery/settings.ts'
import type { Role } from '#contract/roles.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useSchoolZone } from '#web/school/api.ts'

/**
 * The zone of the times in a person's notifications, and whether they have chosen it; otherwise it
 * is the school's.
 */
export function useNotificationTimeZone(role: Role): { timeZone: string; isChosen: boolean } {
  const schoolZone = useSchoolZone()
  const chosen = useApiQuery(getNotificationSettings[role]).data?.timeZone ?? null
  return { timeZone: chosen ?? schoolZone, isChosen: chosen !== null }
}
