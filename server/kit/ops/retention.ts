import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { getDateInZone, startOfDay } from '#contract/kit/time/zone.ts'
import { deleteBatchBefore, type ExpiringRows } from '#server/database/delete-batch.ts'
import { first } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { type Tx, tryAdvisoryLock } from '#server/database/transaction.ts'
import { attemptAll } from '../attempt-all.ts'
import { type Context, inTransaction } from '../context.ts'
import { startInterval } from '../interval.ts'

/** Deletes at most `atMost` expired rows of one kind, oldest first, and returns their number. */
export type DeleteBatch = (context: Context<Tx>, atMost: number) => Promise<number>

/**
 * Makes a function that deletes rows of a table older than an instant (ms since 1970), which is
 * computed on each run.
 */
export function makeDeleteOlder<T extends keyof Tables>(
  aging: ExpiringRows<T>,
  boundary: (context: Context) => number,
): DeleteBatch {
  return (context, atMost) =>
    deleteBatchBefore(context.db, aging, { before: boundary(context), atMost })
}

/** Rows per batch, so that other writers wait only for some milliseconds. */
const rowsAtOnce = 200
/** The pause between batches, for other work. */
const pauseMs = 20

/** Returns the start of the day that many days ago, in the school's time zone (ms since 1970). */
export function getRetentionCutoff({ clock, settings }: Context, days: number): number {
  const { timeZone } = settings
  return startOfDay(getDateInZone(clock() - days * dayMs, timeZone), timeZone)
}

/**
 * Returns when old records will first be deleted (ms since 1970), if that is still to come: schools
 * from before this feature are warned in advance. Undefined afterwards.
 */
export async function readFirstDeletion({ db, clock }: Context): Promise<number | undefined> {
  const from = Number((await readDeletesFrom(db))?.value ?? 0)
  return clock() < from ? from : undefined
}

const readDeletesFrom = first((db) =>
  db.selectFrom('facts').select('value').where('name', '=', 'deletes from'),
)

/**
 * Deletes expired rows in short batches, one process at a time, and nothing before the announced
 * first deletion. Stops between batches when aborted. An error with one kind does not affect the
 * others, and is thrown at the end.
 */
export async function deleteExpired(
  context: Context,
  kinds: readonly DeleteBatch[],
  stopped?: AbortSignal,
): Promise<void> {
  if ((await readFirstDeletion(context)) !== undefined) return
  await attemptAll('not all expired rows were deleted', async (attempt) => {
    for (const deleteSome of kinds) {
      await attempt([deleteSome], () => deleteAll(context, deleteSome, stopped))
    }
  })
}

async function deleteAll(
  context: Context,
  deleteSome: DeleteBatch,
  stopped: AbortSignal | undefined,
): Promise<void> {
  while (!stopped?.aborted) {
    // Undefined if another process is doing it.
    const deleted = await inTransaction(context, async (tx) =>
      (await tryAdvisoryLock(tx.db, 'deletion of old rows'))
        ? deleteSome(tx, rowsAtOnce)
        : undefined,
    )
    if (deleted === undefined || deleted < rowsAtOnce) return
    await wait(pauseMs, undefined, { ref: false })
  }
}

/**
 * Deletes expired rows after the start and once a day, and within a minute after that fails or the
 * clock is set back. Call it before the app listens. Until the first deletion, it logs a warning
 * about it.
 */
export function startRetention(
  app: FastifyInstance,
  context: Context,
  kinds: readonly DeleteBatch[],
): void {
  let doneAt = Number.NEGATIVE_INFINITY
  const attempt = startInterval(app, minuteMs, async (stopped) => {
    const now = context.clock()
    if (now >= doneAt && now < doneAt + dayMs) return
    await deleteExpired(context, kinds, stopped)
    doneAt = now
  })
  app.addHook('onListen', async () => {
    await logFirstDeletion(app, context)
    // Not awaited, so that the server is ready at once.
    void attempt()
  })
}

async function logFirstDeletion(app: FastifyInstance, context: Context): Promise<void> {
  const from = await readFirstDeletion(context)
  if (from === undefined) return
  const { trailDays, callRecordDays, timeZone } = context.settings
  const about = { from: new Date(from).toISOString(), trailDays, callRecordDays }
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone })
  app.log.warn(
    about,
    `from ${day.format(from)}, the server deletes records past their retention period`,
  )
}
