import { sql } from 'kysely'
import { isPostgres } from '#server/database/connect.ts'
import { extensions as wanted } from '#server/database/extensions.ts'
import { type CheckFunction, requireDatabase, toPassedFinding, toProblem } from '../check.ts'

/** Whether PostgreSQL has the extensions against overlapping slots and for searches. */
export const checkPostgresExtensions: CheckFunction = async (looking) => {
  const { db } = requireDatabase(looking)
  if (!isPostgres(db)) return toPassedFinding('The embedded database needs no extensions.')
  const { rows } = await sql<{ name: string; version: string }>`
    select extname as name, extversion as version from pg_extension
    where extname in (${sql.join(wanted)}) order by extname`.execute(db)
  const missing = wanted.filter((name) => !rows.some((row) => row.name === name))
  if (missing.length === 0) {
    return toPassedFinding(
      `${rows.map(({ name, version }) => `${name} ${version}`).join(' and ')} are installed.`,
    )
  }
  return toProblem(
    `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    `Install PostgreSQL’s contrib extensions (Debian: postgresql-contrib). Then run in this database, as its owner: ${missing.map((name) => `create extension ${name};`).join(' ')}`,
  )
}
