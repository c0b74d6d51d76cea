import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Migration, Migrator } from 'kysely/migration'
import { expect } from 'vitest'
import type { Db } from '#server/database/connect.ts'

const folder = join(import.meta.dirname, '../../server/database/migrations')

/** All migrations, oldest first. */
export const migrationNames = globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] })
  .map((file) => basename(file, '.ts'))
  .sort()

/** A row of a table that is the same in every version. */
export const sampleFact = { name: 'kept', value: 'as it is' }

/**
 * Runs these migrations on an empty database and records them, as a start does; `after` runs after
 * each, in its transaction.
 */
export async function runMigrations(db: Db, names: string[], after?: AfterEach): Promise<void> {
  const { error } = await makeMigrator(db, names, {}, after).migrateToLatest()
  expect(error).toBeUndefined()
}

/** Runs a migration again after a test has reverted it. */
export async function migrateAgain(db: Db, name: string): Promise<void> {
  const ofItsOwn = { migrationTableName: 'tested', migrationLockTableName: 'tested_lock' }
  const { error } = await makeMigrator(db, [name], ofItsOwn).migrateToLatest()
  expect(error).toBeUndefined()
}

type AfterEach = (tx: Parameters<Migration['up']>[0], name: string) => Promise<void>

function makeMigrator(db: Db, names: string[], tables = {}, after?: AfterEach): Migrator {
  const getMigrations = async () => {
    const migrations: Record<string, Migration> = {}
    for (const name of names) {
      const migration: Migration = await import(join(folder, `${name}.ts`))
      const up: Migration['up'] = async (tx) => {
        await migration.up(tx)
        await after?.(tx, name)
      }
      migrations[name] = { ...migration, up }
    }
    return migrations
  }
  return new Migrator({ db, provider: { getMigrations }, ...tables })
}
