import { useEffect } from 'react'
import type { Role } from '#contract/roles.ts'
import { useToken } from '#web/kit/api/use-token.ts'
import { idleBeforeBackgroundMs, loadWhenIdle } from '#web/kit/lazy/load-in-background.ts'
import { whenSocketRequested } from './request-socket.ts'

/**
 * Keeps the socket of a role open while its session lasts and `may` is true. Starts after the first
 * paint: content comes before live updates.
 */
export function useLiveConnection(role: Role, may: boolean): void {
  const token = useToken(role)
  useEffect(() => {
    if (token === null || !may) return
    let close: (() => void) | undefined
    const stop = loadWhenIdle(
      () => import('./socket.ts'),
      ({ connectLiveSocket: openLine }) => {
        close = openLine(role)
      },
      { idleMs: idleBeforeBackgroundMs, sooner: whenSocketRequested },
    )
    return () => {
      stop()
      close?.()
    }
  }, [role, token, may])
}
