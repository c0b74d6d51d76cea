import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { type DatabaseAddress, type Db, openDatabase } from '#server/database/connect.ts'
import { canQuery } from '#server/database/engines/postgres.ts'
import { migrate } from '#server/database/migrate.ts'

export type TestDatabase = { db: Db; address: DatabaseAddress; drop: () => Promise<void> }
type Place = Omit<TestDatabase, 'db'>

const onPostgres = process.env.TEST_DATABASE === 'postgres'

/** A new, migrated database of the kind this run tests. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return onPostgres ? claimPostgres() : copyDatabaseFile(await migratedFile())
}

/** The same for tests that change the schema. */
export async function createAlterableDatabase(): Promise<TestDatabase> {
  const database = open(await createEmptyDatabase())
  await migrate(database.db)
  return database
}

let migrated: Promise<string> | undefined

/** The file of a migrated database, created once per worker. Copying it takes almost no time. */
function migratedFile(): Promise<string> {
  migrated ??= (async () => {
    const { address } = makeSqlite()
    const db = openDatabase(address)
    await migrate(db)
    await db.destroy()
    return address.file
  })()
  return migrated
}

/** A copy of the SQLite database in `file`. */
export async function copyDatabaseFile(file: string): Promise<TestDatabase> {
  const place = makeSqlite()
  copyFileSync(file, place.address.file)
  return open(place)
}

function open({ address, drop }: Place): TestDatabase {
  const db = openDatabase(address)
  return {
    db,
    address,
    async drop() {
      await db.destroy()
      await drop()
    },
  }
}

/** An empty database of the kind this run tests. */
export async function createEmptyDatabase(): Promise<Place> {
  return onPostgres ? makePostgres() : makeSqlite()
}

/** The folders of SQLite databases that are not dropped before the worker ends. */
const folders = new Set<string>()
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function makeSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-test-'))
  folders.add(folder)
  return {
    address: { kind: 'sqlite' as const, file: join(folder, 'weekward.db') },
    async drop() {
      rmSync(folder, { recursive: true })
      folders.delete(folder)
    },
  }
}

/** A new PostgreSQL database: an empty one, or a copy of one that nobody is connected to. */
export async function makePostgres(copied = 'template0') {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(getUrl('postgres'), `create database ${name} template ${copied}`)
  return {
    address: { kind: 'postgres' as const, url: getUrl(name) },
    drop: () => administer(getUrl('postgres'), `drop database ${name} with (force)`),
  }
}

/** The numbers of this worker's databases in use. */
const taken = new Set<number>()

/**
 * Takes one of this worker's databases and empties it, which takes a tenth of the time of creating
 * and dropping one. Its connections are kept, with their cached plans.
 */
async function claimPostgres(): Promise<TestDatabase> {
  let number = 0
  while (taken.has(number)) number += 1
  taken.add(number)
  const name = `worker_${process.env.VITEST_POOL_ID}_${number}`
  const cleaner = cleaners.get(name) ?? (await connectToOwn(name))
  cleaners.set(name, cleaner)
  await cleaner.query(empty)
  return {
    db: await keptDatabase(name),
    address: { kind: 'postgres', url: getUrl(name) },
    async drop() {
      taken.delete(number)
    },
  }
}

/** The application name of the tested server's connections. */
const ownName = 'kept'
type Kept = { db: Db; file: string | undefined }
const kept = new Map<string, Kept>()

/** The database, with connections that earlier tests of the file left open. */
async function keptDatabase(name: string): Promise<Db> {
  const { testPath: file } = expect.getState()
  const before = kept.get(name)
  if (before && before.file === file && (await canQuery(before.db))) return before.db
  await before?.db.destroy()
  const url = `${getUrl(name)}?application_name=${ownName}`
  const db = openDatabase({ kind: 'postgres', url })
  kept.set(name, { db, file })
  return db
}

/** The connection that empties each database. A reused one is twice as fast. */
const cleaners = new Map<string, pg.Client>()

/** Connects to one of this worker's databases, which an earlier worker may have created. */
async function connectToOwn(name: string): Promise<pg.Client> {
  try {
    return await connectTo(getUrl(name))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === noSuchDatabase)) throw error
    await administer(getUrl('postgres'), `create database ${name} template template`)
    return connectTo(getUrl(name))
  }
}

const noSuchDatabase = '3D000'

/**
 * Terminates other connections and deletes all rows, including the audit log. Row by row, because
 * few rows are there: TRUNCATE creates new files for each table and index and takes four times as
 * long.
 */
const empty = `
  select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (application_name <> '${ownName}' or state <> 'idle');
  set session_replication_role = replica;
  do $$ declare filled regclass[]; one regclass; begin
    select array_agg(oid) into filled from pg_class where relnamespace = 'public'::regnamespace
      and relkind = 'r' and relname not like 'kysely%' and pg_relation_size(oid) > 0;
    if (select max(pg_relation_size(name)) from unnest(filled) as name) > 500000 then
      execute 'truncate ' || array_to_string(filled, ', ') || ' cascade';
    else
      foreach one in array coalesce(filled, '{}') loop execute 'delete from ' || one; end loop;
    end if;
  end $$`

function getUrl(database: string): string {
  return inject('postgres').replace(/\/postgres$/, `/${database}`)
}

async function administer(url: string, statements: string): Promise<void> {
  const client = await connectTo(url)
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
