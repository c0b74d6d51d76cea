import type { prefetches } from './prefetches.ts'

declare global {
  /** Put in when the page is built: see prefetches.ts. */
  const PREFETCHES: typeof prefetches
  /** That of package.json when the page was built. */
  const VERSION: string
}
