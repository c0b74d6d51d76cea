import { useEffect, useState } from 'react'
import type { Role } from '#contract/roles.ts'
import { getSchool, type School } from '#contract/school.ts'
import { call } from '#web/kit/call/call.ts'

/** The credentials that are filled in at a role's login, while the server runs with demo data. */
export function useDemoLogin(role: Role) {
  const [school, setSchool] = useState<School>()
  useEffect(() => {
    const gone = new AbortController()
    call(getSchool, {}, { signal: gone.signal }).then(
      ({ data }) => setSchool(data),
      async (error) => {
        const { toastFailure } = await import('#web/kit/page/toast.ts')
        if (!gone.signal.aborted) toastFailure(error)
      },
    )
    return () => gone.abort()
  }, [])
  return school?.demoLogins?.[role]
}
