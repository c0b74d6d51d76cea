import { useEffect, useState } from 'react'
import { getSchool, type School } from '#contract/school.ts'
import { callApi } from '#web/kit/api/call-api.ts'

/** What the server says of the school, for the login, which stands before the app and its cache. */
export function useSchoolName(): School | undefined {
  const [school, setSchool] = useState<School>()
  useEffect(() => {
    const gone = new AbortController()
    callApi(getSchool, {}, { signal: gone.signal }).then(
      ({ data }) => setSchool(data),
      async (error) => {
        const { toastFailure } = await import('#web/kit/page/overlays/toast.ts')
        if (!gone.signal.aborted) toastFailure(error)
      },
    )
    return () => gone.abort()
  }, [])
  return school
}
