import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { fillDatabase } from '#seed/fill.ts'
import { openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { systemClock } from '#server/kit/clock.ts'
import type { Context } from '#server/kit/context.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { readSettings } from '#server/kit/settings/settings.ts'
import { type Cluster, startCluster } from '#test/databases/postgres.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
export const databaseKinds: readonly DatabaseKind[] = ['sqlite', 'postgres']
export const databaseTitles = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** A database for a benchmark, and the environment of a server that uses it. */
export type BenchSchool = {
  kind: DatabaseKind
  context: Context
  environment: Record<string, string>
  /** Its address, for other programs. */
  address: string
  remove: () => Promise<void>
}

/** Current weeks that result in about ten reviews a student. */
const weeks = { from: 7, to: 12 }

/**
 * Generates a school with about ten reviews a student; 0 students leave it empty. For another
 * version, not even the schema is created.
 */
export async function openSchool(
  kind: DatabaseKind,
  students: number | 'for another version',
): Promise<BenchSchool> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-bench-'))
  // With fsync, like a real school's.
  const cluster = kind === 'postgres' ? await startCluster({ durable: true }) : undefined
  const environment = {
    DATA_DIR: folder,
    PORT: '0',
    RATE_LIMIT: 'off',
    TIME_ZONE: 'UTC',
    // A generated school is a demo, and an empty one must stay empty.
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
  // PostgreSQL does so automatically after a while, SQLite never does.
  if (kind === 'postgres') await sql`analyze`.execute(db)
  return {
    kind,
    context,
    environment,
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

/** The advisor with the most reviews. */
export async function readBusiestAdvisor({ context: { db } }: BenchSchool): Promise<string> {
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
