import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#server/kit/context.ts'
import { startApp } from '#test/app.ts'
import { severalProcesses } from '#test/live.ts'
import { databaseTrouble } from './trouble.ts'

const awayMessage = 'The data cannot be reached just now. Please try again in a moment.'

if (severalProcesses) {
  test('a connection that is cut within a transaction fails that and nothing else', async () => {
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
    expect(databaseTrouble(error)?.message).toBe(awayMessage)
    expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
  })

  test('a call whose columns another version has just changed does well at the second try', async () => {
    const { db } = (await startApp()).context
    await sql`create table changing (id integer)`.execute(db)
    onTestFinished(async () => {
      await sql`drop table changing`.execute(db)
    })
    const read = () => sql`select * from changing`.execute(db)
    await read()
    await sql`alter table changing add column name text`.execute(db)
    const error = await read().catch((reason: unknown) => reason)
    expect(databaseTrouble(error)?.message).toBe(awayMessage)
    expect((await read()).rows).toEqual([])
  })
}

test('errors of our own making are none of the database', () => {
  for (const error of [new Error('Connection lost'), new TypeError('x'), 'text', undefined]) {
    expect(databaseTrouble(error)).toBeUndefined()
  }
})
