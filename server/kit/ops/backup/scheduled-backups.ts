import type { FastifyInstance } from 'fastify'
import { getMessage } from '#contract/kit/text/text.ts'
import { hourMs, minuteMs } from '#contract/kit/time/time.ts'
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

/** Longer than a backup takes; of one whose process died another one makes the next after it. */
const claimMs = 6 * hourMs

type Log = Pick<FastifyInstance['log'], 'info' | 'error'>

/**
 * Backs the school up each night while the server runs, and soon after its start where that was
 * missed. Does nothing without `BACKUP_DIR`. Of several processes one does it.
 */
export function startBackups(app: FastifyInstance, context: Context): void {
  if (context.settings.backup.dir === undefined) return
  const attempt = startInterval(app, minuteMs, (stopped) => backUpIfDue(context, app.log, stopped))
  // Not waited for: whoever comes is answered meanwhile.
  app.addHook('onListen', async () => void attempt())
}

/** Makes a backup if it is time for one and no other process is at it; what fails is logged once. */
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
  if (!(await claimBackup(db, { now, until: now + claimMs }))) return
  try {
    // Another process may have made one since it was looked at.
    if (await isDue()) await makeAndRecord(context, log, stopped, make)
  } finally {
    await releaseBackupClaim(db)
  }
}

async function makeAndRecord(
  { db, clock, live, settings }: Context,
  log: Log,
  stopped: AbortSignal,
  make: MakeBackup,
): Promise<void> {
  const at = clock()
  try {
    const { deleted, ...made } = await make(stopped)
    await recordBackup(db, { at, ...made, isEncrypted: settings.backup.key !== undefined })
    log.info({ ...made, deleted: deleted.length }, 'the school is backed up')
  } catch (error) {
    // Whoever stops the server has not seen a backup fail.
    if (stopped.aborted) return
    const reason = getMessage(error)
    const before = await readFailedBackup(db)
    await recordFailedBackup(db, { at, since: before?.since ?? at, reason })
    if (before?.reason !== reason) log.error({ reason }, 'the school could not be backed up')
  }
  live.changed('school', 'admins')
}
