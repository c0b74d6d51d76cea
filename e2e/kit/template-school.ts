import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, templateSetting } from './server.ts'

/** Seeds one demo school, which every test then copies; answers how to remove it. */
export default async function makeTemplate(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-template-'))
  const server = await startServer(folder)
  await server.stop()
  process.env[templateSetting] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
