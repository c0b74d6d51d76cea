import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { createEmptyDatabase, type TestDatabase } from '../databases/database.ts'

const folder = import.meta.dirname

/** The versions of which a small school is stored here, for each kind of database. */
export const versions = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

/**
 * A school as an earlier version left it: the demo data, and at least one row in every table.
 * SQLite's is the file itself, PostgreSQL's was copied from it by `npm run move` and dumped by
 * `pg_dump`.
 */
export async function openOlderSchool(version: string): Promise<TestDatabase> {
  const { address, drop } = await createEmptyDatabase()
  if (address.kind === 'sqlite') writeFileSync(address.file, unpack(version, 'weekward.db.gz'))
  else await run(address.url, unpack(version, 'school.sql.gz').toString())
  const db = openDatabase(address)
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  return { db, address, drop: async () => {} }
}

/** A file of an earlier version's school. */
export function unpack(version: string, file: string): Buffer {
  return gunzipSync(readFileSync(join(folder, version, file)))
}

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
