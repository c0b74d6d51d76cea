import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '#test/databases/database.ts'
import { runMigrations } from '#test/databases/migrations.ts'
import { type Db, openDatabase } from '../connect.ts'
import { migrate } from '../migrate.ts'

const before = [
  '0001-school',
  '0002-calls',
  '0003-sessions',
  '0004-changes',
  '0005-second-factor',
  '0006-growth',
]

/** A database in the schema of before, in which nobody is yet. */
async function makeOlder(): Promise<Db> {
  const { address, drop } = await createEmptyDatabase()
  const db = openDatabase(address)
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  await runMigrations(db, before)
  return db
}

const minute = 60_000
const slotAt = 1_000 * minute

/** A review at 1,000 minutes, and both in its room for 15 minutes before and 20 in its time. */
async function fill(db: Kysely<never>): Promise<void> {
  for (const statement of [
    `insert into domains (id, name, name_key, created_at) values ('d', 'Web', 'web', 1)`,
    ...['student', 'reviewer'].map(
      (role) => `insert into people (id, role, name, email, search_key, created_at)
        values ('${role}', '${role}', '${role}', '${role}@a.test', '${role}', 1)`,
    ),
    `insert into slots (id, reviewer_id, starts_at, ends_at)
      values ('s', 'reviewer', ${slotAt}, ${slotAt + 30 * minute})`,
    `insert into reviews (id, student_id, week, status, due_at, slot_id, created_at)
      values ('r', 'student', 1, 'review-scheduled', 1, 's', 1)`,
    ...[
      ['student', 'joined', 900],
      ['reviewer', 'joined', 955],
      ['student', 'left', 990],
    ].map(
      ([who, kind, at], index) => `insert into call_events
        (id, review_id, person_id, kind, reason, at) values ('e${index}', 'r', '${who}', '${kind}',
        ${kind === 'left' ? `'left'` : 'null'}, ${Number(at) * minute})`,
    ),
  ]) {
    await sql.raw(statement).execute(db)
  }
}

test('for how long both were in a room of before is known as it was', async () => {
  const db = await makeOlder()
  await fill(db.withTables())
  await migrate(db)
  expect(await db.selectFrom('call_presence').selectAll().execute()).toEqual([
    {
      review_id: 'r',
      here: '["reviewer"]',
      last_at: 990 * minute,
      held_at: slotAt,
      together_ms: 20 * minute,
      early_ms: 15 * minute,
      met_at: 970 * minute,
    },
  ])
  expect(await db.selectFrom('call_events').select(['times', 'first_at']).execute()).toEqual(
    Array(3).fill({ times: 1, first_at: null }),
  )
})

test('a school that was there before deletes nothing for 30 days, a new one needs no such time', async () => {
  const [older, newer] = [await makeOlder(), await makeOlder()]
  await fill(older.withTables())
  const now = Date.now()
  await migrate(older)
  await migrate(newer)
  const [fact] = await older.selectFrom('facts').selectAll().execute()
  expect(fact?.name).toBe('deletes from')
  expect(Number(fact?.value)).toBeGreaterThanOrEqual(now + 30 * 24 * 60 * minute)
  expect(await newer.selectFrom('facts').selectAll().execute()).toEqual([])
})
