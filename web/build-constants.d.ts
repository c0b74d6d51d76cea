import type { prefetches } from './prefetches.ts'

declare global {
  /** Replaced by the build: see prefetches.ts. */
  const PREFETCHES: typeof prefetches
  /** The version in package.json at build time. */
  const VERSION: string
}
