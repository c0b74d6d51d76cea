import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import { startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson } from '#test/factories.ts'

test('an invitation of before was sent a week before its link dies; others are not known', async () => {
  const app = await startApp({}, { on: createAlterableDatabase() })
  const { db } = app.context
  const invited = await makePerson(app, 'student', { verified: false })
  const other = await makePerson(app, 'student', { verified: false })
  const expires_at = app.time.now + 2 * dayMs
  await db
    .insertInto('invitations')
    .values({ person_id: invited._id, secret_hash: 'x', expires_at })
    .execute()
  await db.schema.alterTable('people').dropColumn('invited_at').execute()
  await migrateAgain(db, '0036-invited-at')
  const read = async (id: string) =>
    (await db.selectFrom('people').select('invited_at').where('id', '=', id).execute())[0]
  expect(await read(invited._id)).toEqual({ invited_at: app.time.now - 5 * dayMs })
  expect(await read(other._id)).toEqual({ invited_at: null })
})
