import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDomain, listDomains } from '#contract/domains/domains.ts'
import { inTransaction } from '#server/kit/context.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { canShareDatabase } from '#test/live-app.ts'

const numbers = Array.from({ length: 50 }, (_, number) => number)

function addRow({ context }: TestApp, id: string): Promise<void> {
  return inTransaction(context, async ({ db }) => {
    await db
      .insertInto('domains')
      .values({ id, name: id, name_key: id, sort_key: id, created_at: 0 })
      .execute()
  })
}

async function idsIn({ context }: TestApp): Promise<string[]> {
  const rows = await context.db.selectFrom('domains').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

test('each of many concurrent changes succeeds or fails by itself', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const name = (number: number) => `Domain ${Math.floor(number / 2)}`
  const replies = await Promise.all(
    numbers.map((number) => app.call(addDomain, { token, body: { name: name(number) } })),
  )
  const statuses = replies.map(({ status }) => status).toSorted()
  expect(statuses).toEqual(numbers.map((number) => (number < 25 ? 200 : 409)))
  const listed = await app.call(listDomains, { token })
  expect(listed.body).toHaveLength(25)
})

test('a nested change is rolled back with the outer one', async () => {
  const app = await startApp()
  const failed = inTransaction(app.context, async (tx) => {
    await addRow({ ...app, context: tx }, 'inner')
    throw new Error('the outer one fails')
  })
  const others = ['one', 'other'].map((id) => addRow(app, id))
  await expect(failed).rejects.toThrow('the outer one fails')
  await Promise.all(others)
  expect(await idsIn(app)).toEqual(['one', 'other'])
})

if (!canShareDatabase) {
  test('a change is confirmed only after the commit of its group', async () => {
    const app = await startApp()
    const wrong = inTransaction(app.context, async ({ db }) => {
      // What is wrong comes out with the commit, as it would with a disk that fails.
      await sql`pragma defer_foreign_keys = on`.execute(db)
      const nowhere = { person_id: 'nobody', secret: '', last_step: 0, created_at: 0 }
      await db.insertInto('second_factors').values(nowhere).execute()
    })
    const made = await Promise.allSettled([addRow(app, 'one'), wrong, addRow(app, 'other')])
    expect(made.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await idsIn(app)).toEqual([])
    await addRow(app, 'next')
    expect(await idsIn(app)).toEqual(['next'])
  })

  test('when SQLite rolls back the whole group, all changes fail with the reason', async () => {
    const app = await startApp()
    // So it does by itself when it has no memory or no disk left in the middle of a statement.
    await sql`create trigger undoing before insert on domains when new.id = 'last'
      begin select raise(rollback, 'there is no room left'); end`.execute(app.context.db)
    const made = await Promise.allSettled(['one', 'last', 'other'].map((id) => addRow(app, id)))
    expect(made.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
      made.map(() => 'Error: there is no room left'),
    )
    await addRow(app, 'next')
    expect(await idsIn(app)).toEqual(['next'])
  })
}
