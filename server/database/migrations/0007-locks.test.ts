import { expect, test } from 'vitest'
import { openSession } from '#test/accounts/session.ts'
import { startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson } from '#test/factories.ts'

test('whoever is signed in when the change comes is known where they signed in, when last', async () => {
  const app = await startApp({}, { on: createAlterableDatabase() })
  const { db } = app.context
  const { _id } = await makePerson(app, 'student')
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8:0:7::1']) {
    app.time.now += 1
    await openSession(app.context, _id, { address })
  }
  await db.schema.dropTable('known_networks').execute()
  await db.schema.dropIndex('login_failures_failed_at_index').execute()

  await migrateAgain(db, '0007-locks')
  const known = await db.selectFrom('known_networks').selectAll().orderBy('signed_in_at').execute()
  expect(known).toEqual([
    { person_id: _id, network: '192.0.2.7', signed_in_at: app.time.now - 1 },
    { person_id: _id, network: '2001:db8:0:7::/64', signed_in_at: app.time.now },
  ])
})
