import { useEffect, useState } from 'react'
import { StateDot } from '#web/kit/ui/states/state-dot.tsx'
import type { Call } from '../call.ts'
import { type Counted, count, getQuality, type Quality } from '../connection/quality.ts'

const everyMs = 2_000

/** How well the call comes through, by the browser's own statistics. */
export function QualityBadge({ call }: { call: Call }) {
  const [quality, setQuality] = useState<Quality>()
  useEffect(() => {
    let before: Counted | undefined
    const timer = setInterval(async () => {
      const report = await call.stats()
      if (!report) return
      const now = count(report.entries())
      if (before) setQuality(getQuality(before, now))
      before = now
    }, everyMs)
    return () => clearInterval(timer)
  }, [call])
  return quality && <StateDot colour={quality.colour}>{quality.word}</StateDot>
}
