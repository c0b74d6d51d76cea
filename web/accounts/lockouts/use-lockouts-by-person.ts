import { useMemo } from 'react'
import { type Lockout, listLockouts } from '#contract/accounts/lockouts.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'

/** The lockouts of the people whom a search finds, by the person's id; empty until loaded. */
export function useLockoutsByPerson(search: string): ReadonlyMap<string, Lockout> {
  const query = { limit: listLimitMax, ...(search ? { search } : {}) }
  const { data } = useApiQuery(listLockouts, { query }, { onlyLogged: true })
  return useMemo(
    () => new Map(data?.flatMap((lock) => (lock.who ? [[lock.who._id, lock] as const] : []))),
    [data],
  )
}
