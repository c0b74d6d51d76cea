import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hourMs } from '#contract/kit/time/durations.ts'
import { type Db, isPostgres } from '#server/database/connect.ts'
import { monday, startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

const change = (
  db: Db,
  id: string,
  to: { status?: string; theory?: number; follows_id?: string },
) => db.updateTable('reviews').set(to).where('id', '=', id).execute()

/** A student's marked reviews, one after the other, with these marks in theory. */
async function start(marks: number[]) {
  const { context } = await startApp({}, { on: createAlterableDatabase() })
  const { db } = context
  const student = await makePerson({ context }, 'student')
  const reviewer = await makePerson({ context }, 'reviewer')
  const ids: string[] = []
  for (const theory of marks) {
    const slot = await makeSlot({ context }, reviewer, monday + ids.length * hourMs)
    const id = await makeReview({ context }, { student, slot, conducted: true, closed: true })
    const before = ids.at(-1)
    const follows = before === undefined ? {} : { follows_id: before }
    await change(db, id, { theory, ...follows })
    ids.push(id)
  }
  const noted = async () =>
    (await db.selectFrom('reviews').select('theory_falling').orderBy('id').execute()).map(
      ({ theory_falling }) => theory_falling,
    )
  return { db, ids, noted }
}

test('a review notes that theory fell three times in a row, also when earlier marks change', async () => {
  const { db, ids, noted } = await start([90, 80, 70, 60, 50, 55])
  expect(await noted()).toEqual([0, 0, 0, 1, 1, 0])
  const [, second = '', , , , last = ''] = ids
  await change(db, second, { theory: 95 })
  expect(await noted()).toEqual([0, 0, 0, 0, 1, 0])
  await change(db, last, { status: 'review-scheduled' })
  expect(await noted()).toEqual([0, 0, 0, 0, 1, 1])
})

test('a review of before says so too', async () => {
  const { db, noted } = await start([90, 80, 70, 60, 65])
  for (const name of ['reviews_theory_noted', 'reviews_added_theory_noted']) {
    await sql`drop trigger ${sql.ref(name)} ${isPostgres(db) ? sql`on reviews` : sql``}`.execute(db)
  }
  if (isPostgres(db)) {
    await sql`drop function note_falling_theory, note_falling_theory_of_added`.execute(db)
  }
  await sql`drop index reviews_open_index`.execute(db)
  await db.schema.alterTable('reviews').dropColumn('theory_falling').execute()
  await sql`create index reviews_open_index on reviews (status)`.execute(db)
  await migrateAgain(db, '0051-falling-theory')
  expect(await noted()).toEqual([0, 0, 0, 1, 0])
})
