import { useEffect } from 'react'
import type { listMails } from '#contract/mails.ts'
import type { PaginatedList } from '#web/kit/api/hooks.ts'

const lookEveryMs = 3_000

type List = Pick<PaginatedList<typeof listMails>, 'items' | 'error' | 'refetch'>

/** Polls a list of mails while one of them is due to be sent. */
export function usePollWhileSending({ items, error, refetch }: List): void {
  const isWaiting = items?.some(({ state }) => state === 'waiting') ?? false
  useEffect(() => {
    if (!isWaiting || error) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refetch()
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [isWaiting, error, refetch])
}
