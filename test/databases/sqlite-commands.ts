import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { runToEnd } from '../schools/school-under-writes.ts'

/** Folders for a school's data and backups, and the commands on them. */
export function makeSchoolFolders() {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = { DATA_DIR: join(folder, 'data') }
  const run = (name: string, ...args: string[]) =>
    runToEnd(`scripts/backup/${name}.ts`, args, settings)
  return {
    folder,
    settings,
    database: join(folder, 'data/weekward.db'),
    file: join(folder, 'school.backup'),
    seed: (students: number) =>
      runToEnd('seed/main.ts', ['--students', String(students)], settings),
    backup: (...args: string[]) => run('backup', ...args),
    restore: (...args: string[]) => run('restore', ...args),
  }
}

/** The first column of a query's result. */
export function queryColumn(file: string, query: string): unknown[] {
  const database = new DatabaseSync(file)
  try {
    return database
      .prepare(query)
      .all()
      .map((row) => Object.values(row)[0])
  } finally {
    database.close()
  }
}
