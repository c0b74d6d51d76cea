import { Migrator } from 'kysely/migration'
import * as school from '#server/migrations/0001-school.ts'
import * as calls from '#server/migrations/0002-calls.ts'
import * as sessions from '#server/migrations/0003-sessions.ts'
import type { Db } from './database.ts'

const migrations = { '0001-school': school, '0002-calls': calls, '0003-sessions': sessions }

/** Brings the schema to the newest version, in one transaction and one process at a time. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
