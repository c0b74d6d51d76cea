import { dayMs, hourMs } from '#contract/kit/time/time.ts'
import { addDays, dateInZone, instantAt } from '#contract/kit/time/zone.ts'
import { clockSkewMs } from '../../clock.ts'
import type { FailedBackup, LastBackup } from './backup-state.ts'

/** When the fewest work, on the school's clock. */
const atNight = '03:00'
/** After a try that failed. */
const againAfterMs = hourMs

/**
 * Whether it is time for a backup: the first, or the first since three in the night, on the school's
 * clock. One that failed is tried again an hour later. What was noted with an instant ahead was noted
 * before the clock was set back, and holds nothing up.
 */
export function isBackupDue(
  now: number,
  timeZone: string,
  last: Pick<LastBackup, 'at'> | undefined,
  failed: Pick<FailedBackup, 'at'> | undefined,
): boolean {
  const isPast = (at: number) => at <= now + clockSkewMs
  if (failed && isPast(failed.at) && now - failed.at < againAfterMs) return false
  return !last || !isPast(last.at) || last.at < lastNight(now, timeZone)
}

/** The newest instant, up to now, at which a backup is made. */
function lastNight(now: number, timeZone: string): number {
  const today = dateInZone(now, timeZone)
  const tonight = instantAt(today, atNight, timeZone)
  return tonight <= now ? tonight : instantAt(addDays(today, -1), atNight, timeZone)
}

/** A daily backup that is older is late: a day, and what clocks are set by and a backup takes. */
export const backupLateAfterMs = dayMs + 3 * hourMs
