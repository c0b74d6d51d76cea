import { demoLogins } from '#contract/school/school.ts'
import { hashPassword } from '#server/accounts/password.ts'
import type { Db } from '#server/database/connect.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { newSecret } from '#server/kit/id.ts'
import { hasPeople } from '#server/people/actions.ts'
import { generateSchool, type SchoolOptions } from './generate.ts'
import type { SchoolRows } from './rows.ts'
import { makeCallPresence } from './weeks/attendance.ts'
import { makeFeedback } from './weeks/feedback.ts'
import { makeReviewHistory } from './weeks/history.ts'
import { makeDemoNotifications } from './weeks/notifications.ts'
import { makeReminders } from './weeks/scheduled-reminders.ts'

/**
 * Fills an empty database with a generated school in one transaction and returns its rows;
 * undefined if the database has people already.
 */
export async function fillDatabase(
  context: Context,
  options: SchoolOptions,
): Promise<SchoolRows | undefined> {
  if (await hasPeople(context)) return undefined
  const [demo, unknown] = await Promise.all([
    hashPassword(demoLogins.student.password),
    hashPassword(newSecret()),
  ])
  const { timeZone } = context.settings
  const now = context.clock()
  const rows = generateSchool(options, { now, timeZone, passwordHashes: { demo, unknown } })
  return inTransaction(context, async (within) => {
    if ((await hasPeople(within)) || !(await markAsDemo(within.db, now))) return undefined
    await writeSchool(within.db, rows, now)
    await inBatches(makeReminders(rows, now), (batch) =>
      within.db.insertInto('reminders').values(batch).execute(),
    )
    return rows
  })
}

/**
 * Marks the database as demo data; false if another process is filling it. The second process waits
 * for the first.
 */
async function markAsDemo(db: Db, now: number): Promise<boolean> {
  const noted = await db
    .insertInto('facts')
    .values({ name: 'demo', value: new Date(now).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .execute()
  return noted.length > 0
}

const scheduleTables = [
  'availabilities',
  'availability_blocks',
  'absences',
  'removed_slots',
  'advisor_settings',
  'reschedule_requests',
  'reschedule_request_slots',
  'no_shows',
] as const

/** Inserts the rows in an order in which every referenced row exists. */
async function writeSchool(db: Db, rows: SchoolRows, now: number): Promise<void> {
  await inBatches(rows.domains, (batch) => db.insertInto('domains').values(batch).execute())
  await inBatches(rows.tasks, (batch) => db.insertInto('tasks').values(batch).execute())
  await inBatches(rows.people, (batch) => db.insertInto('people').values(batch).execute())
  await inBatches(rows.reviewer_domains, (batch) =>
    db.insertInto('reviewer_domains').values(batch).execute(),
  )
  await inBatches(rows.invitations, (batch) => db.insertInto('invitations').values(batch).execute())
  await inBatches(rows.known_networks, (batch) =>
    db.insertInto('known_networks').values(batch).execute(),
  )
  await inBatches(rows.outbox, (batch) => db.insertInto('outbox').values(batch).execute())
  await inBatches(rows.slots, (batch) => db.insertInto('slots').values(batch).execute())
  await inBatches(rows.reviews, (batch) => db.insertInto('reviews').values(batch).execute())
  await inBatches(makeFeedback(rows), (batch) => db.insertInto('feedback').values(batch).execute())
  const history = [...makeReviewHistory(rows), ...rows.review_history]
  await inBatches(history, (batch) => db.insertInto('review_history').values(batch).execute())
  await inBatches(makeDemoNotifications(rows, history, now), (batch) =>
    db.insertInto('notifications').values(batch).execute(),
  )
  for (const table of scheduleTables) {
    await inBatches<object>(rows[table], (batch) => db.insertInto(table).values(batch).execute())
  }
  await inBatches(rows.call_events, (batch) => db.insertInto('call_events').values(batch).execute())
  await inBatches(makeCallPresence(rows), (batch) =>
    db.insertInto('call_presence').values(batch).execute(),
  )
}

/** Keeps even the widest table far below the limit of parameters a statement. */
const batchSize = 500

async function inBatches<T>(rows: T[], write: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) {
    await write(rows.slice(start, start + batchSize))
  }
}
