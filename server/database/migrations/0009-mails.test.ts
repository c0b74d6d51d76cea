import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listMails } from '#contract/mails.ts'
import { startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson } from '#test/factories.ts'

test('mails from before the change say whom they were for and whether they were given up', async () => {
  const app = await startApp({}, { on: createAlterableDatabase() })
  const { db } = app.context
  const { token } = await makePerson(app, 'admin')
  const ana = await makePerson(app, 'student', { verified: false })
  await db.schema.dropTable('outbox').execute()
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .execute()
  const { now } = app.time
  for (const [id, recipient, subject, body, sentAt, error] of [
    ['1', ana.email, 'Your invitation to Weekward', '', now, null],
    ['2', ana.email, 'Your invitation to Weekward', '', null, 'connect ECONNREFUSED'],
    ['3', ana.email, 'Your invitation to Weekward', 'Hello', null, null],
    ['4', 'gone@school.test', 'Something of old', '', now, null],
  ]) {
    await sql`insert into outbox (id, recipient, subject, body, created_at, sent_at, due_at, last_error)
      values (${id}, ${recipient}, ${subject}, ${body}, ${now}, ${sentAt}, ${now}, ${error})`.execute(
      db,
    )
  }

  await migrateAgain(db, '0009-mails')

  const person = { _id: ana._id, name: ana.name, role: 'student' }
  expect((await app.call(listMails, { token, query: {} })).body).toMatchObject([
    { _id: '4', kind: null, person: null, state: 'sent', canSendAgain: false },
    { _id: '3', kind: 'invitation', person, state: 'waiting', canSendAgain: true },
    { _id: '2', kind: 'invitation', person, state: 'failed', answer: 'connect ECONNREFUSED' },
    { _id: '1', kind: 'invitation', person, state: 'sent', canSendAgain: true },
  ])
})
