import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { fillDatabase } from '#seed/fill.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { systemClock } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import { noLive } from '#server/kit/live/live.ts'
import { readSettings } from '#server/kit/settings/settings.ts'
import { type Cluster, startCluster } from '#test/databases/postgres.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
export const databaseKinds: readonly DatabaseKind[] = ['sqlite', 'postgres']
export const titles = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** A database of a benchmark's own, and the environment in which a server finds it. */
export type BenchSchool = {
  kind: DatabaseKind
  context: Context
  environment: Record<string, string>
  /** Its address, for a server that is no Weekward. */
  address: string
  remove: () => Promise<void>
}

/** Present weeks that give about ten reviews a student. */
const weeks = { from: 7, to: 12 }

/**
 * Makes a school of so many students, about ten reviews each; none is left empty. One that is to be
 * filled by another version has no schema.
 */
export async function openSchool(
  kind: DatabaseKind,
  students: number | 'for another version',
): Promise<BenchSchool> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-bench-'))
  // It waits for the disk, as one does that holds a school.
  const cluster = kind === 'postgres' ? await startCluster({ durable: true }) : undefined
  const environment = {
    ...{ DATA_DIR: folder, PORT: '0', RATE_LIMIT: 'off', TIME_ZONE: 'UTC' },
    // A made-up school is served as what it is, and an empty one is not filled.
    DEMO: students === 0 ? 'off' : 'on',
    ...(cluster ? { DATABASE_URL: cluster.url('postgres') } : {}),
  }
  const settings = readSettings(environment)
  const db = openDatabase(settings.database)
  const context = { db, clock: systemClock, live: noLive, settings }
  if (students !== 'for another version') {
    await migrate(db)
    if (students > 0) await fillDatabase(context, { seed: 1, students, weeks })
  }
  // PostgreSQL does so by itself after a while; SQLite never does.
  if (kind === 'postgres') await sql`analyze`.execute(db)
  return {
    ...{ kind, context, environment },
    address: getAddress(folder, cluster),
    async remove() {
      await db.destroy()
      cluster?.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

function getAddress(folder: string, cluster: Cluster | undefined): string {
  return cluster?.url('postgres') ?? join(folder, 'weekward.db')
}

/** The advisor with most reviews. */
export async function busiestAdvisor({ context: { db } }: BenchSchool): Promise<string> {
  const found = await db
    .selectFrom('reviews')
    .select('advisor_id')
    .where('advisor_id', 'is not', null)
    .groupBy('advisor_id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return found.advisor_id ?? ''
}
