import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import type { TestDatabase } from './database.ts'

export type SmallDisk = TestDatabase & { fill: () => Promise<void>; makeRoom: () => Promise<void> }

/**
 * A migrated SQLite database on a small disk that can be filled. Where mounting is not allowed,
 * SQLite's page limit causes the same error.
 */
export async function openOnSmallDisk(): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-disk-'))
  const isMounted = mount(folder)
  const file = join(folder, 'weekward.db')
  const db = openDatabase({ kind: 'sqlite', file })
  await migrate(db)
  const pages = (most: string) => sql.raw(`pragma max_page_count = ${most}`).execute(db)
  const ballast = join(folder, 'ballast')
  return {
    db,
    address: { kind: 'sqlite', file },
    async fill() {
      if (isMounted) fillDisk(ballast)
      else await pages('1')
    },
    async makeRoom() {
      if (isMounted) rmSync(ballast)
      else await pages('1073741823')
    },
    async drop() {
      await db.destroy()
      if (isMounted) execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Writes a file until the disk is full. */
function fillDisk(file: string): void {
  for (const size of [64 * 1024, 4096]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch {
      // The disk has no room for a piece of this size.
    }
  }
}
