import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { runToEnd } from '../schools/school-under-writes.ts'
import { type Cluster, startCluster } from './postgres.ts'
import { makeDatabaseIn, queryPostgresColumn } from './postgres-database.ts'

/** The emails in a school on PostgreSQL, and the commands on it. */
export const readEmails = (url: string) =>
  queryPostgresColumn(url, 'select email from people order by id')
export const seed = (url: string, students: number) =>
  runToEnd('seed/main.ts', ['--students', String(students)], { DATABASE_URL: url })
export const backup = (url: string, ...args: string[]) =>
  runToEnd('scripts/backup/backup.ts', args, { DATABASE_URL: url })
export const restore = (url: string, ...args: string[]) =>
  runToEnd('scripts/backup/restore.ts', args, { DATABASE_URL: url })

/** The timeout for starting a cluster, and of tests that start programs (ms). */
export const timeout = 60_000

/** A cluster for the tests of a file. */
export function startClusterForFile() {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  }, timeout)
  afterAll(() => cluster.stop())
  return {
    makeDatabase: () => makeDatabaseIn(cluster),
    /** The URL of a database that does not exist, or of another name. */
    nowhere: (name = 'nowhere') => cluster.url(name),
  }
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The schema of a database: columns, constraints and indexes. */
export async function readSchema(url: string): Promise<unknown[]> {
  return queryPostgresColumn(
    url,
    `select format('%s %s %s', table_name, column_name, data_type) as what
        from information_schema.columns where table_schema = 'public'
      union all select conrelid::regclass || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  )
}
