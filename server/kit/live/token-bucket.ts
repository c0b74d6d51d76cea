import { secondMs } from '#contract/kit/time/durations.ts'
import type { Clock } from '../clock.ts'

/** The verdict on an event: 'cut' is for a client that does not stop. */
type Verdict = 'let through' | 'refuse' | 'cut'

/** Takes tokens, and returns the verdict. */
export type Take = (cost: number) => Verdict

/** The capacity of a bucket, and its refill rate. */
type Size = { burst: number; perSecond: number }

/**
 * A token bucket: `burst` events at once, then `perSecond`. Refused events take tokens too; a
 * client that goes on until it is a whole burst in debt is cut.
 */
export function makeTokenBucket(clock: Clock, { burst, perSecond }: Size): Take {
  let tokens = burst
  let lastAt = clock()
  return (cost) => {
    const now = clock()
    // A clock that was set back takes no tokens.
    const passedMs = Math.max(now - lastAt, 0)
    tokens = Math.min(burst, tokens + (passedMs / secondMs) * perSecond) - cost
    lastAt = now
    if (tokens >= 0) return 'let through'
    return tokens >= -burst ? 'refuse' : 'cut'
  }
}

/**
 * Token buckets shared by key, each kept while it has members: each joins with the key and leaves
 * when it is gone.
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
