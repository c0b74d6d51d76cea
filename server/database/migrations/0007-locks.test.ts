import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { ownDatabase } from '#test/database.ts'
import { makePerson } from '#test/make.ts'
import { openSession } from '#test/session.ts'
import * as migration from './0007-locks.ts'

test('whoever is signed in when the change comes is known where they signed in, when last', async () => {
  const app = await startApp({}, { on: ownDatabase() })
  const { db } = app.context
  const { _id } = await makePerson(app, 'student')
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8:0:7::1']) {
    app.time.now += 1
    await openSession(app.context, _id, { address })
  }
  await db.schema.dropTable('known_networks').execute()
  await db.schema.dropIndex('login_failures_failed_at_index').execute()

  const provider = { getMigrations: async () => ({ '0007-locks': migration }) }
  const ofItsOwn = { migrationTableName: 'tested', migrationLockTableName: 'tested_lock' }
  const { error } = await new Migrator({ db, provider, ...ofItsOwn }).migrateToLatest()
  expect(error).toBeUndefined()
  const known = await db.selectFrom('known_networks').selectAll().orderBy('signed_in_at').execute()
  expect(known).toEqual([
    { person_id: _id, network: '192.0.2.7', signed_in_at: app.time.now - 1 },
    { person_id: _id, network: '2001:db8:0:7::/64', signed_in_at: app.time.now },
  ])
})
