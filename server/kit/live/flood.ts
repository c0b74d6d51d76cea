import { secondMs } from '#contract/kit/time.ts'
import type { Clock } from '../clock.ts'

/** What becomes of something that was asked: 'cut' is for one who does not stop asking. */
export type Verdict = 'let through' | 'refuse' | 'cut'

/**
 * Limits how often something can be asked: `burst` at once, then `perSecond`. What is refused
 * counts too, so one who goes on regardless is as deep in debt as the burst was high: then cut.
 */
export function limitFlood(
  clock: Clock,
  { burst, perSecond }: { burst: number; perSecond: number },
): (cost: number) => Verdict {
  let left = burst
  let lastAt = clock()
  return (cost) => {
    const now = clock()
    // A clock that was set back takes nothing away.
    const passedMs = Math.max(now - lastAt, 0)
    left = Math.min(burst, left + (passedMs / secondMs) * perSecond) - cost
    lastAt = now
    if (left >= 0) return 'let through'
    return left >= -burst ? 'refuse' : 'cut'
  }
}

/**
 * The same limit for all that belong to one key together, for as long as any of them is there:
 * each joins under the key, and leaves when it is gone.
 */
export function limitFloodTogether(
  clock: Clock,
  limits: Parameters<typeof limitFlood>[1],
): (key: string) => { judge: (cost: number) => Verdict; leave: () => void } {
  const shared = new Map<string, { judge: (cost: number) => Verdict; members: number }>()
  return (key) => {
    const bucket = shared.get(key) ?? { judge: limitFlood(clock, limits), members: 0 }
    bucket.members += 1
    shared.set(key, bucket)
    const leave = () => {
      bucket.members -= 1
      if (bucket.members === 0) shared.delete(key)
    }
    return { judge: bucket.judge, leave }
  }
}
