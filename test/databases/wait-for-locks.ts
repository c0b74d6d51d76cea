import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '#server/database/connect.ts'

/** Waits until this many of the PostgreSQL database's transactions wait for a lock. */
export function waitForLocks(db: Db, count: number): Promise<void> {
  return vi.waitFor(async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows).toHaveLength(count)
  }, 30_000)
}
