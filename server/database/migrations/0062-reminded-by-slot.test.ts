import { expect, test } from 'vitest'
import { monday, startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

test('reviewers who were reminded of missing marks are not reminded again for the same slot', async () => {
  const { context } = await startApp({}, { on: createAlterableDatabase() })
  const { _id: person_id } = await makePerson({ context }, 'student')
  const slot = await makeSlot({ context }, await makePerson({ context }, 'reviewer'), monday)
  const review = await makeReview({ context }, { slot })
  const laterSlot = await makeSlot(
    { context },
    await makePerson({ context }, 'reviewer'),
    monday + 1,
  )
  const movedSince = await makeReview({ context }, { slot: laterSlot })
  const unbooked = await makeReview({ context })
  const unseen = {
    ...{ payload: '{}', review_id: null, at: monday, read_at: null },
    ...{ on_page: 1, mail_due_at: null, push_due_at: null },
  }
  for (const [id, kind, dedupe_key] of [
    ['a', 'reminded', review],
    ['b', 'reminded', unbooked],
    ['c', 'reminded', movedSince],
    ['d', 'reminded', 'gone'],
    ['e', 'booked', review],
  ] as const) {
    await context.db
      .insertInto('notifications')
      .values({ id, person_id, kind, dedupe_key, ...unseen })
      .execute()
  }
  await migrateAgain(context.db, '0062-reminded-by-slot')
  const kept = await context.db
    .selectFrom('notifications')
    .select('dedupe_key')
    .orderBy('id')
    .execute()
  expect(kept.map((one) => one.dedupe_key)).toEqual([
    `${review} ${monday}`,
    unbooked,
    movedSince,
    'gone',
    review,
  ])
})
