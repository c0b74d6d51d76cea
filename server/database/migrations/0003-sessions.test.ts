import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listSessions } from '#contract/accounts/sessions.ts'
import { startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson } from '#test/factories.ts'

test('whoever was signed in before the change stays so, and sees each session', async () => {
  const app = await startApp({}, { on: createAlterableDatabase() })
  const { db } = app.context
  const { token } = await makePerson(app, 'student')
  const other = await makePerson(app, 'student')
  const before = await db
    .selectFrom('sessions')
    .select(['token_hash', 'person_id', 'created_at', 'used_at'])
    .execute()
  for (const table of ['pushes', 'push_subscriptions', 'sessions']) {
    await db.schema.dropTable(table).execute()
  }
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const row of before) {
    await sql`insert into sessions (token_hash, person_id, created_at, used_at)
      values (${row.token_hash}, ${row.person_id}, ${row.created_at}, ${row.used_at})`.execute(db)
  }

  await migrateAgain(db, '0003-sessions')
  // A later migration adds a column.
  await db.schema
    .alterTable('sessions')
    .addColumn('signed_in_by', 'text', (column) => column.notNull().defaultTo('password'))
    .execute()

  for (const one of [token, other.token]) {
    expect((await app.call(listSessions.student, { token: one })).body).toMatchObject([
      { browser: null, address: null, isThis: true },
    ])
  }
})
