import { getSchool } from '#contract/school.ts'
import { useCall } from '#web/kit/query.ts'
import { ownTimeZone } from '#web/kit/zone-note.tsx'

/** The school's zone and, with demo data, the demo logins. */
export function useSchool() {
  return useCall(getSchool)
}

/** The zone in which the school's days and times are told; the reader's own until it is known. */
export function useSchoolZone(): string {
  return useSchool().data?.timeZone ?? ownTimeZone()
}
