import { expect, test } from 'vitest'
import { monday, startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

test('an open review of before gets what is still pending, unless it has a list or marks', async () => {
  const app = await startApp({}, { on: createAlterableDatabase() })
  const { db } = app.context
  const reviewer = await makePerson(app, 'reviewer')
  const listOf = async (pending_task: string, options: { conducted?: boolean } = {}) => {
    const [held, slot] = [
      await makeSlot(app, reviewer, monday + ++made * 3_600_000),
      await makeSlot(app, reviewer, monday + ++made * 3_600_000),
    ]
    const last = await makeReview(app, { slot: held, conducted: true, closed: true })
    const id = await makeReview(app, { slot, ...options })
    const set = (of: string, change: object) =>
      db.updateTable('reviews').set(change).where('id', '=', of).execute()
    await set(last, { pending_task: '["Read"]' })
    await set(id, { pending_task, follows_id: last })
    return async () =>
      (await db.selectFrom('reviews').select('pending_task').where('id', '=', id).execute())[0]
        ?.pending_task
  }
  let made = 0
  const lists = [
    await listOf('[]'),
    await listOf('["Own"]'),
    await listOf('[]', { conducted: true }),
  ]
  await migrateAgain(db, '0015-still-pending')
  expect(await Promise.all(lists.map((read) => read()))).toEqual(['["Read"]', '["Own"]', '[]'])
})
