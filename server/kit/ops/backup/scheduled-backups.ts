import type { FastifyInstance } from 'fastify'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import type { Context } from '../../context.ts'
import { startInterval } from '../../interval.ts'
import {
  claimBackup,
  readFailedBackup,
  readLastBackup,
  recordBackup,
  recordFailedBackup,
  releaseBackupClaim,
} from './backup-state.ts'
import { isBackupDue } from './is-backup-due.ts'
import { type MakeBackup, spawnBackup } from './spawn-backup.ts'

/**
 * How long a claim lasts: longer than a backup takes. If its process dies, another one makes the
 * next backup after it.
 */
const claimMs = 6 * hourMs
/** A backup that takes longer is ended, before another process may begin one. */
const madeWithinMs = claimMs - 10 * minuteMs

type Log = Pick<FastifyInstance['log'], 'info' | 'error'>

/**
 * Backs up the school each night while the server runs, and soon after the start if one was missed.
 * Does nothing without `BACKUP_DIR`. With several processes, one makes the backup.
 */
export function startBackups(app: FastifyInstance, context: Context): void {
  if (context.settings.backup.dir === undefined) return
  const attempt = startInterval(app, minuteMs, (stopped) => backUpIfDue(context, app.log, stopped))
  // Not awaited, so that the server is ready at once.
  app.addHook('onListen', async () => void attempt())
}

/** Makes a backup if one is due and no other process is making it. Each failure is logged once. */
export async function backUpIfDue(
  context: Context,
  log: Log,
  stopped: AbortSignal,
  make: MakeBackup = spawnBackup,
): Promise<void> {
  const { db, clock, settings } = context
  const isDue = async () => {
    const [last, failed] = [await readLastBackup(db), await readFailedBackup(db)]
    return isBackupDue(clock(), settings.timeZone, last, failed)
  }
  if (!(await isDue()) || stopped.aborted) return
  const now = clock()
  const until = now + claimMs
  if (!(await claimBackup(db, { now, until }))) return
  try {
    // Another process may have made one in the meantime.
    if (await isDue()) await makeAndRecord(context, log, stopped, make)
  } finally {
    await releaseBackupClaim(db, { until })
  }
}

async function makeAndRecord(
  { db, clock, live, settings }: Context,
  log: Log,
  stopped: AbortSignal,
  make: MakeBackup,
): Promise<void> {
  const at = clock()
  const tooLong = new AbortController()
  const end = () => tooLong.abort(new Error('the backup took too long'))
  const timer = setTimeout(end, madeWithinMs).unref()
  try {
    const { deleted, ...made } = await make(AbortSignal.any([stopped, tooLong.signal]))
    await recordBackup(db, { at, ...made, isEncrypted: settings.backup.key !== undefined })
    log.info({ ...made, deleted: deleted.length }, 'the school is backed up')
  } catch (error) {
    // An aborted backup is not a failed one.
    if (stopped.aborted) return
    const reason = getErrorMessage(error)
    const before = await readFailedBackup(db)
    // The next try is an hour later, also after one that took hours to fail.
    await recordFailedBackup(db, { at: clock(), since: before?.since ?? at, reason })
    if (before?.reason !== reason) log.error({ reason }, 'the school could not be backed up')
  } finally {
    clearTimeout(timer)
  }
  live.changed('school', 'admins')
}
