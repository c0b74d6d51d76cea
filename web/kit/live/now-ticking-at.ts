import { useEffect } from 'react'
import { hourMs } from '#contract/kit/time/durations.ts'
import { now, refreshNow, useNow } from './now.ts'

/**
 * The current time as `useNow` returns it, which also ticks at this instant if it is less than an
 * hour away.
 */
export function useNowTickingAt(instant: number): number {
  const shown = useNow()
  const left = instant - shown
  useEffect(() => {
    if (!(left > 0 && left <= hourMs)) return
    const timer = setTimeout(refreshNow, Math.max(0, instant - now()))
    return () => clearTimeout(timer)
  }, [instant, left])
  return shown
}
