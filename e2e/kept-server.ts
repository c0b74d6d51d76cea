import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { type Server, startServer, templateSetting } from './server.ts'

/** A server on a folder of its own, which goes with it. */
export type SchoolServer = Server & { end: () => Promise<void> }

/** A server that stays up from test to test, since starting one costs more than most tests do. */
export type KeptServer = {
  /** The server with the demo school as it was on the first day, whatever a test did to it. */
  take: () => Promise<Server>
  end: () => Promise<void>
}

/** Starts a server on a copy of the demo school, or on an empty one when `DEMO` is off. */
export async function startSchool(settings: Record<string, string> = {}): Promise<SchoolServer> {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-e2e-'))
  if (settings.DEMO !== 'off') cpSync(template(), folder, { recursive: true })
  const server = await startServer(folder, settings)
  return {
    ...server,
    async end() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Keeps one server; a test that stops it leaves the next one to start another. */
export function keepServer(): KeptServer {
  let kept: SchoolServer | undefined
  return {
    async take() {
      if (kept?.isRunning()) {
        kept.resume()
        await putBack(kept.dataDir)
      } else {
        await kept?.end()
        kept = await startSchool()
      }
      return kept
    },
    async end() {
      await kept?.end()
    },
  }
}

/** Writes the demo school over the running server's own, and takes its mail away. */
async function putBack(dataDir: string): Promise<void> {
  const source = new DatabaseSync(join(template(), 'weekward.db'), { readOnly: true })
  await backup(source, join(dataDir, 'weekward.db'))
  source.close()
  rmSync(join(dataDir, 'outbox'), { recursive: true, force: true })
}

function template(): string {
  const folder = process.env[templateSetting]
  if (!folder) throw new Error('The template school is missing: see template-school.ts')
  return folder
}
