import { useEffect } from 'react'
import { hourMs } from '#contract/kit/time/time.ts'
import { now, refreshNow, useNow } from './now.ts'

/** The present time as `useNow` has it, which moves on at this instant too if it is less than an hour ahead. */
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
