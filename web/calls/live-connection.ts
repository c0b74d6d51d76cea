import { useEffect } from 'react'
import type { Role } from '#contract/roles.ts'
import { useToken } from '#web/kit/call/use-session.ts'
import { loadWhenIdle } from '#web/kit/later/load.ts'

/**
 * Keeps the connection of a role open while its session lives and may. For the role's area, which
 * is painted first.
 */
export function useLiveConnection(role: Role, may: boolean): void {
  const token = useToken(role)
  useEffect(() => {
    if (token === null || !may) return
    let close: (() => void) | undefined
    const stop = loadWhenIdle(
      () => import('./socket.ts'),
      ({ openLine }) => {
        close = openLine(role)
      },
    )
    return () => {
      stop()
      close?.()
    }
  }, [role, token, may])
}
