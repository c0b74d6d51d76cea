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
export function freshDatabase(): Promise<TestDatabase> {
  return process.env.TEST_DATABASE === 'postgres' ? freshPostgres() : freshSqlite()
}

async function freshSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-test-'))
  const address = { kind: 'sqlite', file: join(folder, 'weekward.db') } as const
  const db = openDatabase(address)
  await migrate(db)
  return {
    db,
    address,
    async drop() {
      await db.destroy()
      rmSync(folder, { recursive: true })
    },
  }
}

async function freshPostgres(): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name} template template`)
  const address = { kind: 'postgres', url: server.replace(/\/postgres$/, `/${name}`) } as const
  const db = openDatabase(address)
  return {
    db,
    address,
    async drop() {
      await db.destroy()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}
