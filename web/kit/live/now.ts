import { useEffect, useSyncExternalStore } from 'react'
import { secondMs } from '#contract/kit/time/time.ts'

const everyMs = 30_000
/** What is shown may be so old when a screen comes: all that show it are drawn again when it moves. */
const freshMs = 5_000

/** The skew of this device's clock: how much later it is at the server, in ms. */
let skewMs = 0
let shown = Date.now()
const listeners = new Set<() => void>()

/** The present time in ms since 1970 by the server's clock: this device's may be wrong. */
export function now(): number {
  return Date.now() + skewMs
}

/**
 * Corrects the clock's skew by a reply's `Date` header. The header tells whole seconds
 * and the reply was on its way, so that a clock as near as that is taken to be right.
 */
export function correctClock(
  header: string | null,
  { sentAt, receivedAt }: { sentAt: number; receivedAt: number },
): void {
  const serverTime = Date.parse(header ?? '')
  if (Number.isNaN(serverTime)) return
  const [earliest, latest] = [serverTime - receivedAt, serverTime + secondMs - sentAt]
  if (skewMs >= earliest && skewMs <= latest) return
  const isRight = earliest <= 0 && latest >= 0
  skewMs = isRight ? 0 : Math.round((earliest + latest) / 2)
  refreshNow()
}

/** Has all that show the time show the present one. */
export function refreshNow(): void {
  shown = now()
  for (const one of listeners) one()
}

/** One clock for all that show the time. */
let timer: ReturnType<typeof setInterval> | undefined

function watch(one: () => void): () => void {
  timer ??= setInterval(refreshNow, everyMs)
  listeners.add(one)
  return () => {
    listeners.delete(one)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The present time in ms since 1970 by the server's clock, which moves on with the screen open. */
export function useNow(): number {
  useEffect(() => {
    if (Math.abs(now() - shown) > freshMs) refreshNow()
  }, [])
  return useSyncExternalStore(watch, () => shown)
}
