import { useEffect, useState } from 'react'
import { StateDot } from '#web/kit/ui/states/state-dot.tsx'
import type { Call } from '../call.ts'
import {
  type ConnectionQuality,
  type ConnectionStats,
  getConnectionQuality,
  sumStats,
} from '../connection/quality.ts'

const everyMs = 2_000

/** The quality of the call, from the browser's statistics. */
export function QualityBadge({ call }: { call: Call }) {
  const [quality, setQuality] = useState<ConnectionQuality>()
  useEffect(() => {
    let before: ConnectionStats | undefined
    const timer = setInterval(async () => {
      const report = await call.stats()
      if (!report) return
      const now = sumStats(report.entries())
      if (before) setQuality(getConnectionQuality(before, now))
      before = now
    }, everyMs)
    return () => clearInterval(timer)
  }, [call])
  return quality && <StateDot colour={quality.colour}>{quality.word}</StateDot>
}
