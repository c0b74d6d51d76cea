import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { schemaDiffersMessage } from '#server/database/backup/compare-schema.ts'
import { findProgram } from '#server/database/backup/postgres/programs.ts'
import {
  listExpectedParts,
  makeSchemaCheckStatements,
} from '#server/database/backup/postgres/schema.ts'
import { openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import {
  backup,
  makeFolder,
  readEmails,
  restore,
  seed,
  startClusterForFile,
  timeout,
} from '#test/databases/postgres-commands.ts'
import { queryPostgresColumn as ask } from '#test/databases/postgres-database.ts'

const { makeDatabase, nowhere } = startClusterForFile()

test('data that a restore would leave in other schemas is found', { timeout }, async () => {
  const url = await makeDatabase()
  const db = openDatabase({ kind: 'postgres', url })
  await migrate(db)
  await db.destroy()
  const migrations = (await ask(url, 'select name from kysely_migration')).map(String)
  const check = makeSchemaCheckStatements('public', await listExpectedParts(url, migrations))
  const left = async (statements: string) => {
    const client = new pg.Client(url)
    await client.connect()
    try {
      await client.query(`begin; ${statements}; ${check}; rollback`)
    } finally {
      await client.end()
    }
  }
  await left('select 1')
  for (const [statements, what] of [
    ['create schema evil', 'unexpected schema evil'],
    ['create table kysely_migration_evil (a text)', 'unexpected column kysely_migration_evil'],
    [
      'alter table kysely_migration add check (name <> $$x$$)',
      'unexpected constraint kysely_migration_name',
    ],
    ['create cast (point as integer) with inout', 'unexpected cast '],
    [
      `alter role current_user set search_path = evil`,
      'unexpected setting of roles or the database',
    ],
  ] as const) {
    await expect(left(statements)).rejects.toThrow(`${schemaDiffersMessage}: ${what}`)
  }
})

test('a school can be created, backed up and restored with the image’s role, which is no superuser', {
  timeout,
}, async () => {
  // The superuser has another name in the image.
  await ask(nowhere('postgres'), 'create role helper superuser login')
  const helper = nowhere('postgres').replace('weekward@', 'helper@')
  await ask(helper, 'alter role weekward rename to postgres')
  const { hostname, port } = new URL(helper)
  const env = {
    ...process.env,
    PATH: `${dirname(findProgram('psql'))}:${process.env.PATH}`,
    PGHOST: hostname,
    PGPORT: port,
    POSTGRES_USER: 'postgres',
    POSTGRES_PASSWORD: "it's $ecret",
  }
  execFileSync('sh', ['deploy/postgres-init.sh'], { env })
  const rightsOf = (role: string, rights: string) =>
    ask(helper, `select ${rights} from pg_authid where rolname = '${role}'`)
  expect(await rightsOf('weekward', 'rolsuper or rolcreaterole or rolcreatedb')).toEqual([false])
  expect(await rightsOf('weekward', 'rolpassword is null')).toEqual([false])
  expect(await rightsOf('postgres', 'rolpassword is null')).toEqual([true])

  const url = nowhere('weekward')
  expect(await seed(url, 3)).toMatchObject({ code: 0 })
  const before = await readEmails(url)
  const file = join(makeFolder(), 'school.backup')
  expect(await backup(url, file)).toMatchObject({ code: 0 })
  await ask(url, `update people set email = 'x' where email = 'student@weekward.test'`)
  expect(await restore(url, file, '--replace')).toMatchObject({ code: 0, errors: [] })
  expect(await readEmails(url)).toEqual(before)
})
