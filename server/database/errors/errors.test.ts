import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#server/kit/context.ts'
import { startApp } from '#test/app.ts'
import { canShareDatabase } from '#test/live-app.ts'
import { openDatabase } from '../connect.ts'
import { toDatabaseRefusal } from './unavailable-errors.ts'

const awayMessage = 'The data is unavailable right now. Please try again in a moment.'

if (canShareDatabase) {
  test('a connection lost in a transaction fails only that transaction', async () => {
    const { context } = await startApp()
    const { db } = context
    const failed = inTransaction(context, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
      await sql`select 1`.execute(tx.db)
    })
    const error = await failed.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(toDatabaseRefusal(error)?.message).toBe(awayMessage)
    expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
  })

  test('a call succeeds after a newer version has changed its columns, also within a change', async () => {
    const app = await startApp()
    const db = openDatabase(app.address)
    onTestFinished(() => db.destroy())
    const context = { ...app.context, db }
    await sql`create table changing (id integer)`.execute(db)
    await sql`insert into changing values (7)`.execute(db)
    onTestFinished(async () => {
      await sql`drop table changing`.execute(db)
    })
    const read = sql<object>`select changing.*, 'last' as last from changing`
    const readWithin = () => inTransaction(context, (tx) => read.execute(tx.db))
    expect((await read.execute(db)).rows).toEqual([{ id: 7, last: 'last' }])
    await sql`alter table changing add column name text`.execute(db)
    // On a connection that has the statement, and on one that is asked for it only now.
    const both = await Promise.all([read.execute(db), read.execute(db), readWithin()])
    for (const { rows } of both) expect(rows).toEqual([{ id: 7, name: null, last: 'last' }])

    await sql`alter table changing add column more text`.execute(db)
    expect((await readWithin()).rows).toEqual([{ id: 7, name: null, more: null, last: 'last' }])
  })
}

test('our own errors are not database errors', () => {
  for (const error of [new Error('Connection lost'), new TypeError('x'), 'text', undefined]) {
    expect(toDatabaseRefusal(error)).toBeUndefined()
  }
})
