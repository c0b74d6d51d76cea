import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { runToEnd } from '../schools/school-with-writers.ts'
import { type Cluster, startCluster } from './postgres.ts'
import { askPostgres, makeDatabaseIn } from './postgres-database.ts'

/** The addresses of everybody in a school on PostgreSQL, and the commands at work on it. */
export const emails = (url: string) => askPostgres(url, 'select email from people order by id')
export const seed = (url: string, students: number) =>
  runToEnd('seed/main.ts', ['--students', String(students)], { DATABASE_URL: url })
export const backup = (url: string, ...args: string[]) =>
  runToEnd('scripts/backup/backup.ts', args, { DATABASE_URL: url })
export const restore = (url: string, ...args: string[]) =>
  runToEnd('scripts/backup/restore.ts', args, { DATABASE_URL: url })

/** How long starting a cluster, or a test that starts programs, may take (ms). */
export const timeout = 60_000

/** A cluster for the tests of a file, which goes with them. */
export function clusterOfFile() {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  }, timeout)
  afterAll(() => cluster.stop())
  return {
    makeDatabase: () => makeDatabaseIn(cluster),
    /** The address of a database that nobody has made, or of another name. */
    nowhere: (name = 'nowhere') => cluster.url(name),
  }
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Everything in the database but the rows: columns, constraints, indexes. */
export async function readSchema(url: string): Promise<unknown[]> {
  return askPostgres(
    url,
    `select format('%s %s %s', table_name, column_name, data_type) as what
        from information_schema.columns where table_schema = 'public'
      union all select conrelid::regclass || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  )
}
