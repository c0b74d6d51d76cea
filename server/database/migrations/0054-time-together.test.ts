import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { type Db, isPostgres } from '#server/database/connect.ts'
import { monday, startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

/** A booked review, and what happens to it. */
async function start() {
  const { context } = await startApp({}, { on: createAlterableDatabase() })
  const { db } = context
  const slot = await makeSlot({ context }, await makePerson({ context }, 'reviewer'), monday)
  const id = await makeReview({ context }, { slot })
  const empty = { here: '[]', last_at: monday, held_at: monday, early_ms: 0, met_at: null }
  return {
    db,
    meet: () =>
      db
        .insertInto('call_presence')
        .values({ review_id: id, ...empty, together_ms: 20 * minuteMs })
        .execute(),
    stay: (minutes: number, held_at = monday) =>
      db
        .updateTable('call_presence')
        .set({ together_ms: minutes * minuteMs, held_at })
        .execute(),
    mark: () => db.updateTable('reviews').set({ status: 'conducted' }).execute(),
    move: () =>
      db
        .updateTable('slots')
        .set({ starts_at: monday + dayMs, ends_at: monday + dayMs + 30 * minuteMs })
        .execute(),
    noted: async () => {
      const { held_ms } = await db.selectFrom('reviews').select('held_ms').executeTakeFirstOrThrow()
      return held_ms === null ? null : held_ms / minuteMs
    },
  }
}

test('a review notes the time together as it is marked, and what is added after that', async () => {
  const { meet, stay, mark, noted } = await start()
  await meet()
  expect(await noted()).toBe(null)
  await mark()
  expect(await noted()).toBe(20)
  await stay(25)
  expect(await noted()).toBe(25)
})

test('a call that begins after the marks is noted', async () => {
  const { meet, mark, noted } = await start()
  await mark()
  expect(await noted()).toBe(null)
  await meet()
  expect(await noted()).toBe(20)
})

test('time in another slot does not count', async () => {
  const { meet, stay, mark, move, noted } = await start()
  await meet()
  await mark()
  await move()
  expect(await noted()).toBe(null)
  await stay(30, monday + dayMs)
  expect(await noted()).toBe(30)
  await stay(40, monday)
  expect(await noted()).toBe(null)
})

test('a review of before says so too', async () => {
  const { db, meet, mark, noted } = await start()
  await meet()
  await mark()
  await revertMigration(db)
  await migrateAgain(db, '0054-time-together')
  expect(await noted()).toBe(20)
})

async function revertMigration(db: Db): Promise<void> {
  const triggers = isPostgres(db)
    ? ['call_presence_noted on call_presence', 'reviews_time_noted on reviews']
    : ['call_presence_added', 'call_presence_changed', 'reviews_time_noted']
  for (const name of triggers) await sql.raw(`drop trigger ${name}`).execute(db)
  if (isPostgres(db)) {
    await sql`drop function note_time_together, note_new_time_together`.execute(db)
  }
  await sql`drop index reviews_conducted_reviewer_index`.execute(db)
  // A later migration's.
  await sql`drop index reviews_conducted_student_index`.execute(db)
  await db.schema.alterTable('reviews').dropColumn('held_ms').execute()
  await sql`create index reviews_conducted_reviewer_index on reviews (reviewer_id)`.execute(db)
}
