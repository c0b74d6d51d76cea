import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Db, isPostgres } from '#server/database/connect.ts'
import { startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson, makeReview } from '#test/factories.ts'

const change = (db: Db, id: string, to: { follows_id?: string; week_status?: string }) =>
  db.updateTable('reviews').set(to).where('id', '=', id).execute()

/** A student's reviews of these weeks, one after the other, that of week 2 critical at first. */
async function start() {
  const { context } = await startApp({}, { on: createAlterableDatabase() })
  const { db } = context
  const student = await makePerson({ context }, 'student')
  const ids: string[] = []
  for (const week of [1, 2, 2, 2, 3, 3]) {
    const id = await makeReview({ context }, { student, week, closed: true })
    if (ids.length === 1) await change(db, id, { week_status: 'Task Critical' })
    const before = ids.at(-1)
    if (before !== undefined) await change(db, id, { follows_id: before })
    ids.push(id)
  }
  const noted = async () => {
    const rows = await db.selectFrom('reviews').selectAll().orderBy('id').execute()
    return rows.map(({ tries, follows_critical }) => [tries, follows_critical])
  }
  return { db, ids, noted }
}

/** Of each the number of tries, and whether it follows one that was critical. */
const expected = [1, 1, 2, 3, 1, 2].map((tries, place) => [tries, place === 2 ? 1 : 0])

test('a review says which time in a row its week is tried, and whether the one before was critical', async () => {
  const { db, ids, noted } = await start()
  expect(await noted()).toEqual(expected)
  const [, second = '', , fourth = ''] = ids
  await change(db, second, { week_status: 'Task Completed' })
  await change(db, fourth, { week_status: 'Task Critical' })
  expect((await noted()).map(([, isCritical]) => isCritical)).toEqual([0, 0, 0, 0, 1, 0])
})

test('a review of before says so too', async () => {
  const { db, noted } = await start()
  await revertMigration(db)
  await migrateAgain(db, '0038-times-tried')
  expect(await noted()).toEqual(expected)
})

async function revertMigration(db: Db): Promise<void> {
  const triggers = isPostgres(db)
    ? ['reviews_before_noted', 'reviews_critical_noted']
    : ['reviews_before_added', 'reviews_before_changed', 'reviews_critical_noted']
  for (const name of triggers) {
    await sql`drop trigger ${sql.ref(name)} ${isPostgres(db) ? sql`on reviews` : sql``}`.execute(db)
  }
  if (isPostgres(db)) {
    await sql`drop function note_review_before, note_critical_before`.execute(db)
  }
  await sql`drop index reviews_open_index`.execute(db)
  // Later migrations'.
  await sql`drop index reviews_conducted_week_index`.execute(db)
  await sql`drop index reviews_conducted_student_index`.execute(db)
  for (const column of ['tries', 'follows_critical']) {
    await db.schema.alterTable('reviews').dropColumn(column).execute()
  }
  await sql`create index reviews_open_index on reviews (status)`.execute(db)
}
