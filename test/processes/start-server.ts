import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createTestDatabase } from '../databases/database.ts'
import { startProcess } from './process.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Starts the server like a service manager, on its own database, whose tables are there already.
 */
export async function startServer(settings: Record<string, string> = {}) {
  const database = await createTestDatabase()
  const { address } = database
  const dataDir =
    address.kind === 'sqlite'
      ? dirname(address.file)
      : mkdtempSync(join(tmpdir(), 'weekward-main-'))
  onTestFinished(async () => {
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const url = address.kind === 'postgres' ? { DATABASE_URL: address.url } : {}
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: 'on',
    ...url,
    ...settings,
  }
  const server = startProcess(process.execPath, ['server/main.ts'], { cwd: root, env })
  return { ...server, dataDir, place: { DATA_DIR: dataDir, ...url } }
}
