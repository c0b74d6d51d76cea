import { report } from 'node:process'
import { z } from 'zod'

/** What more would take in memory, also where there is no limit on open files. */
const placesMax = 20_000
const Limits = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.number() }) }),
})

/**
 * How many connections this process holds at once: two thirds of the files that it may open
 * (`ulimit -n`), as the database and the page's files need theirs, and 20,000 at most.
 */
export function getConnectionLimit(): number {
  // Node raises its limit as far as it may when it starts.
  return toConnectionLimit(Limits.safeParse(report.getReport()).data?.userLimits.open_files.soft)
}

/** The same for a limit on open files; undefined for none. */
export function toConnectionLimit(openFiles: number | undefined): number {
  return Math.min(placesMax, Math.floor(((openFiles ?? Number.POSITIVE_INFINITY) * 2) / 3))
}
