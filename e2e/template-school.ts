import { rmSync } from 'node:fs'
import { startServer, templateFolder } from './server.ts'

/** Seeds one demo school, which every test then copies. */
export default async function makeTemplate(): Promise<void> {
  rmSync(templateFolder, { recursive: true, force: true })
  const server = await startServer(templateFolder)
  await server.stop()
}
