import type { firstAsks } from './first-asks.ts'

declare global {
  /** Put in when the page is built: see first-asks.ts. */
  const FIRST_ASKS: typeof firstAsks
}
