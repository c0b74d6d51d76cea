import { useEffect, useSyncExternalStore } from 'react'
import { secondMs } from '#contract/kit/time/durations.ts'

const everyMs = 30_000
/** How old the shown time may be when a screen opens: a tick renders all that shows it. */
const freshMs = 5_000

/** How far the server's clock is ahead of this device's, in ms. */
let skewMs = 0
let shown = Date.now()
const listeners = new Set<() => void>()

/** The current time in ms since 1970 by the server's clock: this device's may be wrong. */
export function now(): number {
  return Date.now() + skewMs
}

/**
 * Corrects the skew by a response's `Date` header. The header has whole seconds and the response
 * took time, so a difference within that is ignored.
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

/** Updates everything on the screen that shows the time. */
export function refreshNow(): void {
  shown = now()
  for (const one of listeners) one()
}

/** One timer for all components that show the time. */
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

/** The current time in ms since 1970 by the server's clock; it ticks while the screen is open. */
export function useNow(): number {
  useEffect(() => {
    if (Math.abs(now() - shown) > freshMs) refreshNow()
  }, [])
  return useSyncExternalStore(watch, () => shown)
}
