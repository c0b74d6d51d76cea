import { useMemo } from 'react'
import { type Lock, listLocks } from '#contract/accounts/locks.ts'
import { listMax } from '#contract/limits.ts'
import { useCall } from '#web/kit/call/query.ts'

/** The locks of accounts by their owners' ids, of those whom a search finds; none until they are known. */
export function useLocksByPerson(search: string): ReadonlyMap<string, Lock> {
  const query = { limit: listMax, ...(search ? { search } : {}) }
  const { data } = useCall(listLocks, { query }, { onlyLogged: true })
  return useMemo(
    () => new Map(data?.flatMap((lock) => (lock.who ? [[lock.who._id, lock] as const] : []))),
    [data],
  )
}
