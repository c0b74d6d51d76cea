import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { dayMs } from '#contract/kit/time/time.ts'
import { dateInZone, instantAt } from '#contract/kit/time/zone.ts'
import { deleteBefore, type ExpiringRows } from '#server/database/delete-in-batches.ts'
import { first } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import { type Tx, tryAdvisoryLock } from '#server/database/transaction.ts'
import { type Context, inTransaction } from '../context.ts'
import { startInterval } from '../interval.ts'

/**
 * Deletes up to so many rows of one kind that are past their time, the oldest first, and returns
 * how many it has deleted.
 */
export type DeleteBatch = (context: Context<Tx>, atMost: number) => Promise<number>

/** Deletes rows of a table that are before an instant (ms since 1970), reckoned anew each time. */
export function makeDeleteOlder<T extends keyof Tables>(
  aging: ExpiringRows<T>,
  boundary: (context: Context) => number,
): DeleteBatch {
  return (context, atMost) => deleteBefore(context.db, aging, { before: boundary(context), atMost })
}

/** So many rows go at a time: whoever else wants to write waits for some thousandths of a second. */
const rowsAtOnce = 200
/** Others come first: so long is waited before the next rows go. */
const pauseMs = 20

/** The beginning of the day, in the school's zone, that was so many days ago (ms since 1970). */
export function getStartOfDay({ clock, settings }: Context, days: number): number {
  const { timeZone } = settings
  return instantAt(dateInZone(clock() - days * dayMs, timeZone), '00:00', timeZone)
}

/**
 * From when on (ms since 1970) old records are deleted, while that is still to come: a school that
 * was there before Weekward deleted any is told so ahead. Undefined where it is so by now.
 */
export async function readFirstDeletion({ db, clock }: Context): Promise<number | undefined> {
  const from = Number((await readDeletesFrom(db))?.value ?? 0)
  return clock() < from ? from : undefined
}

const readDeletesFrom = first((db) =>
  db.selectFrom('facts').select('value').where('name', '=', 'deletes from'),
)

/**
 * Deletes what is past its time, in steps that hold nobody up for long, one process at a time;
 * nothing before the first deletion that was announced. Stops between two steps when told so.
 */
export async function deleteExpired(
  context: Context,
  kinds: readonly DeleteBatch[],
  stopped?: AbortSignal,
): Promise<void> {
  if ((await readFirstDeletion(context)) !== undefined) return
  for (const deleteSome of kinds) {
    for (;;) {
      if (stopped?.aborted) return
      const deleted = await inTransaction(context, async (tx) =>
        (await tryAdvisoryLock(tx.db, 'deletion of old rows'))
          ? deleteSome(tx, rowsAtOnce)
          : undefined,
      )
      // Another process is at it.
      if (deleted === undefined) return
      if (deleted < rowsAtOnce) break
      await wait(pauseMs, undefined, { ref: false })
    }
  }
}

/**
 * Deletes what is past its time when the server has started and once a day while it runs. Call it
 * before the app listens. What it is about is a line of the log until the first deletion.
 */
export function startRetention(
  app: FastifyInstance,
  context: Context,
  kinds: readonly DeleteBatch[],
): void {
  const attempt = startInterval(app, dayMs, (stopped) => deleteExpired(context, kinds, stopped))
  app.addHook('onListen', async () => {
    await logFirstDeletion(app, context)
    // Not waited for: whoever comes is answered meanwhile.
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
