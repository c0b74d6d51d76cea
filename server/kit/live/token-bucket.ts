import { secondMs } from '#contract/kit/time/time.ts'
import type { Clock } from '../clock.ts'

/** What becomes of something that was asked: 'cut' is for one who does not stop asking. */
type Verdict = 'let through' | 'refuse' | 'cut'

/** Takes so many tokens, and says what becomes of who asked. */
export type Take = (cost: number) => Verdict

/** How many tokens a bucket holds, and how many a second it gets back. */
type Size = { burst: number; perSecond: number }

/**
 * A token bucket: something can be asked `burst` times at once, then `perSecond`. What is refused
 * takes tokens too, so one who goes on regardless is as deep in debt as the burst was high: then cut.
 */
export function makeTokenBucket(clock: Clock, { burst, perSecond }: Size): Take {
  let tokens = burst
  let lastAt = clock()
  return (cost) => {
    const now = clock()
    // A clock that was set back takes nothing away.
    const passedMs = Math.max(now - lastAt, 0)
    tokens = Math.min(burst, tokens + (passedMs / secondMs) * perSecond) - cost
    lastAt = now
    if (tokens >= 0) return 'let through'
    return tokens >= -burst ? 'refuse' : 'cut'
  }
}

/**
 * A token bucket for all that belong to one key together, for as long as any of them is there: each
 * joins under the key, and leaves when it is gone.
 */
export function shareTokenBuckets(clock: Clock, size: Size) {
  const shared = new Map<string, { take: Take; members: number }>()
  return (key: string) => {
    const bucket = shared.get(key) ?? { take: makeTokenBucket(clock, size), members: 0 }
    bucket.members += 1
    shared.set(key, bucket)
    const leave = () => {
      bucket.members -= 1
      if (bucket.members === 0) shared.delete(key)
    }
    return { take: bucket.take, leave }
  }
}
