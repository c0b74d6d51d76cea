import { text } from 'node:stream/consumers'
import { startProgram } from './programs.ts'

/**
 * Reads a whole dump as a restore would, and returns the names of its migrations. Throws an Error
 * if it is damaged or holds no school.
 */
export async function verifyDump(file: string): Promise<string[]> {
  await startProgram('pg_restore', ['--file=/dev/null', file]).ended
  const args = ['--data-only', '--table=kysely_migration', '--file=-', file]
  const { child, ended } = startProgram('pg_restore', args)
  const [script] = await Promise.all([text(child.stdout), ended])
  const [, rows] = script.match(/^COPY .*\bkysely_migration \(name, .*;\n((?:.|\n)*?)^\\\.$/m) ?? []
  if (rows === undefined) throw new Error('it holds no school')
  return rows.split('\n').flatMap((row) => row.split('\t')[0] || [])
}
