import { useEffect, useState } from 'react'
import { getSchool, type School } from '#contract/school/school.ts'
import { callApi } from '#web/kit/api/call-api.ts'

/** The school, for the login, which renders before the app and its query cache. */
export function useLoginSchool(): School | undefined {
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
