import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { addDays, getDateInZone, getInstantAt } from '#contract/kit/time/zone.ts'
import { backupTime } from '#contract/limits/limits.ts'
import { clockSkewMs } from '../../clock.ts'
import type { FailedBackup, LastBackup } from './backup-state.ts'

/** The delay after a failed backup. */
const againAfterMs = hourMs

/**
 * Whether a backup is due: the first, or the first since 03:00 in the school's time zone. A failed
 * one is retried after an hour. Records from the future were written before the clock was set back
 * and are ignored.
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

/** The most recent 03:00 in the school's time zone. */
function lastNight(now: number, timeZone: string): number {
  const today = getDateInZone(now, timeZone)
  const tonight = getInstantAt(today, backupTime, timeZone)
  return tonight <= now ? tonight : getInstantAt(addDays(today, -1), backupTime, timeZone)
}

/**
 * A daily backup older than this is late: a day, a change of the clocks, and the time that a backup
 * takes.
 */
export const backupLateAfterMs = dayMs + 3 * hourMs
