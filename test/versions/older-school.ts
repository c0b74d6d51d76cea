import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { emptyDatabase, type TestDatabase } from '../databases/database.ts'

const folder = import.meta.dirname

/** The versions of which a small school is kept here, one for each kind of database. */
export const versions = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

/**
 * The school that a version left behind, as it left it: the demo data, and a row at least in every
 * table. SQLite's is the file itself, PostgreSQL's is what `npm run move` made of it, by `pg_dump`.
 */
export async function openOlderSchool(version: string): Promise<TestDatabase> {
  const { address, drop } = await emptyDatabase()
  if (address.kind === 'sqlite') writeFileSync(address.file, unpack(version, 'weekward.db.gz'))
  else await run(address.url, unpack(version, 'school.sql.gz').toString())
  const db = openDatabase(address)
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  return { db, address, drop: async () => {} }
}

/** A file of the school that a version left behind. */
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
