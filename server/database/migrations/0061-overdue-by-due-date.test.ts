import { expect, test } from 'vitest'
import { monday, startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson, makeReview } from '#test/factories.ts'

test('reviews reported as overdue before are not reported again for the same due date', async () => {
  const { context } = await startApp({}, { on: createAlterableDatabase() })
  const { _id: person_id } = await makePerson({ context }, 'student')
  const review = await makeReview({ context }, { dueAt: monday })
  const unseen = {
    ...{ payload: '{}', review_id: null, at: monday, read_at: null },
    ...{ on_page: 1, mail_due_at: null, push_due_at: null },
  }
  for (const [id, kind, dedupe_key] of [
    ['a', 'overdue', review],
    ['b', 'overdue', 'gone'],
    ['c', 'booked', review],
  ] as const) {
    await context.db
      .insertInto('notifications')
      .values({ id, person_id, kind, dedupe_key, ...unseen })
      .execute()
  }
  await migrateAgain(context.db, '0061-overdue-by-due-date')
  const kept = await context.db
    .selectFrom('notifications')
    .select('dedupe_key')
    .orderBy('id')
    .execute()
  expect(kept.map((one) => one.dedupe_key)).toEqual([`${review} ${monday}`, 'gone', review])
})
