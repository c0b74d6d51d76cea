import { getSchool } from '#contract/school.ts'
import { useCall } from '#web/kit/query.ts'

/** The school's zone and, with demo data, the demo logins. */
export function useSchool() {
  return useCall(getSchool)
}
