import { getSchool } from '#contract/school.ts'
import { useCall } from '#web/kit/call/query.ts'
import { ownTimeZone } from '#web/kit/page/zone-note.tsx'

/** The school's zone and, with demo data, the demo logins. */
export function useSchool() {
  return useCall(getSchool)
}

/**
 * Whether it is known, or cannot be, in which zone days and times are told. What is painted before
 * would change, and push down what stands below it.
 */
export function useIsZoneSettled(): boolean {
  return !useSchool().isPending
}

/** The zone in which the school's days and times are told; the reader's own until it is known. */
export function useSchoolZone(): string {
  return useSchool().data?.timeZone ?? ownTimeZone()
}
