import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { monday, startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

test('drafts that are already there are those of the review’s present reviewer', async () => {
  const { context } = await startApp({}, { on: createAlterableDatabase() })
  const { db } = context
  const reviewer = await makePerson({ context }, 'reviewer')
  const slot = await makeSlot({ context }, reviewer, monday)
  const booked = await makeReview({ context }, { slot })
  const unbooked = await makeReview({ context })
  await db.schema.dropIndex('review_drafts_reviewer_id_index').execute()
  await db.schema.alterTable('review_drafts').dropColumn('reviewer_id').execute()
  for (const review of [booked, unbooked])
    await sql`insert into review_drafts (review_id, pending_task, saved_at)
      values (${review}, '[]', ${monday})`.execute(db)
  await migrateAgain(db, '0064-reviewer-of-a-draft')
  const kept = await db.selectFrom('review_drafts').select(['review_id', 'reviewer_id']).execute()
  expect(kept).toHaveLength(2)
  expect(kept).toContainEqual({ review_id: booked, reviewer_id: reviewer._id })
  expect(kept).toContainEqual({ review_id: unbooked, reviewer_id: null })
})
