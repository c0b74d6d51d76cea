import { useEffect, useSyncExternalStore } from 'react'
import { secondMs } from '#contract/kit/time.ts'

const everyMs = 30_000
/** What is shown may be so old when a screen comes: all that show it are drawn again when it moves. */
const freshMs = 5_000

/** How much later it is at the server than by this device's clock, in ms. */
let ahead = 0
let shown = Date.now()
const watching = new Set<() => void>()

/** The present time in ms since 1970 by the server's clock: this device's may be wrong. */
export function now(): number {
  return Date.now() + ahead
}

/**
 * Takes from a reply's `Date` header what time it is at the server. The header tells whole seconds
 * and the reply was on its way, so that a clock as near as that is taken to be right.
 */
export function hearServerTime(
  header: string | null,
  { askedAt, answeredAt }: { askedAt: number; answeredAt: number },
): void {
  const told = Date.parse(header ?? '')
  if (Number.isNaN(told)) return
  const [earliest, latest] = [told - answeredAt, told + secondMs - askedAt]
  if (ahead >= earliest && ahead <= latest) return
  const isRight = earliest <= 0 && latest >= 0
  ahead = isRight ? 0 : Math.round((earliest + latest) / 2)
  moveOn()
}

function moveOn(): void {
  shown = now()
  for (const one of watching) one()
}

/** One clock for all that show the time. */
let timer: ReturnType<typeof setInterval> | undefined

function watch(one: () => void): () => void {
  timer ??= setInterval(moveOn, everyMs)
  watching.add(one)
  return () => {
    watching.delete(one)
    if (watching.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The present time in ms since 1970 by the server's clock, which moves on with the screen open. */
export function useNow(): number {
  useEffect(() => {
    if (Math.abs(now() - shown) > freshMs) moveOn()
  }, [])
  return useSyncExternalStore(watch, () => shown)
}
