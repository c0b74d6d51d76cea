import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type DatabaseAddress, type Db, openDatabase } from '#server/kit/database.ts'
import { migrate } from '#server/kit/migrate.ts'

export type TestDatabase = { db: Db; address: DatabaseAddress; drop: () => Promise<void> }

/** A fresh, migrated database of the kind that this run is for. */
export async function freshDatabase(): Promise<TestDatabase> {
  const { address, drop } = await makeDatabase('template')
  const db = openDatabase(address)
  // That of PostgreSQL is a copy of a migrated one.
  if (address.kind === 'sqlite') await migrate(db)
  return {
    db,
    address,
    async drop() {
      await db.destroy()
      await drop()
    },
  }
}

/** A place of the kind that this run is for, in which nothing has been made yet. */
export function emptyDatabase(): Promise<Omit<TestDatabase, 'db'>> {
  return makeDatabase('template0')
}

async function makeDatabase(template: string): Promise<Omit<TestDatabase, 'db'>> {
  return process.env.TEST_DATABASE === 'postgres' ? makePostgres(template) : makeSqlite()
}

function makeSqlite(): Omit<TestDatabase, 'db'> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-test-'))
  return {
    address: { kind: 'sqlite', file: join(folder, 'weekward.db') },
    async drop() {
      rmSync(folder, { recursive: true })
    },
  }
}

async function makePostgres(template: string): Promise<Omit<TestDatabase, 'db'>> {
  const server = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name} template ${template}`)
  return {
    address: { kind: 'postgres', url: server.replace(/\/postgres$/, `/${name}`) },
    drop: () => administer(server, `drop database ${name} with (force)`),
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}
