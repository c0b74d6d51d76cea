import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { startCluster } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the cluster's maintenance database. Each test copies `template`. */
    postgres: string
  }
}

/**
 * Starts a cluster for the run, with a migrated database that each test copies. Without autovacuum:
 * plans would depend on its timing, and once it has analyzed tables that a test has just emptied,
 * PostgreSQL checks each foreign key of the next one by reading all rows, deleted ones included.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const cluster = await startCluster()
  const admin = new pg.Client(cluster.url('postgres'))
  await admin.connect()
  await admin.query('alter system set autovacuum = off')
  await admin.query('select pg_reload_conf()')
  await admin.query('create database template')
  await admin.end()
  const db = openDatabase({ kind: 'postgres', url: cluster.url('template') })
  await migrate(db)
  await db.destroy()
  project.provide('postgres', cluster.url('postgres'))
  return () => cluster.stop()
}
