import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')
const migrations = 'server/database/migrate.ts'
const migration = '9999-next'

/** Columns that calls read and write, as added by the first step of a migration. */
const up = `import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['domains', 'people', 'slots', 'reviews', 'sessions']) {
    await sql\`alter table \${sql.table(table)} add column next_version text\`.execute(db)
  }
  await sql\`create index slots_next_index on slots (next_version)\`.execute(db)
}
`

/**
 * The project as a next version: with another migration that adds columns to the busiest tables.
 * Returns its folder and version.
 */
export function makeNextVersion(): { folder: string; version: string } {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-next-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['contract', 'server', 'seed']) {
    mkdirSync(join(folder, part))
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const version = '99.0.0'
  writeFileSync(
    join(folder, 'package.json'),
    readFileSync(join(root, 'package.json'), 'utf8').replace(
      /"version": "[^"]+"/,
      `"version": "${version}"`,
    ),
  )
  writeFileSync(join(folder, `server/database/migrations/${migration}.ts`), up)
  const list = readFileSync(join(root, migrations), 'utf8')
  const listed = list.replace(
    /(const migrations: Record<string, Migration> = \{\n[^}]+)\}/,
    `$1  '${migration}': next,\n}`,
  )
  if (listed === list) throw new Error(`${migrations} lists its migrations in another way`)
  writeFileSync(
    join(folder, migrations),
    `import * as next from './migrations/${migration}.ts'\n${listed}`,
  )
  return { folder, version }
}
