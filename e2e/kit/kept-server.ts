import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
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
      if (kept?.isRunning()) kept.resume()
      if (kept?.isRunning() && (await hasEmptyRooms(kept.dataDir))) {
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

/**
 * Whether everybody of the last test is out of their calls: a server notes the end of a line a
 * moment after it, and must not note it in the next test's school. Waits a little for it.
 */
async function hasEmptyRooms(dataDir: string): Promise<boolean> {
  const own = new DatabaseSync(join(dataDir, 'weekward.db'), { readOnly: true })
  const inside = own.prepare(
    `select 1 from call_events group by review_id, person_id
     having sum(kind = 'joined') > sum(kind = 'left') limit 1`,
  )
  const deadline = Date.now() + 5_000
  while (inside.get() && Date.now() < deadline) await sleep(50)
  const isEmpty = inside.get() === undefined
  own.close()
  return isEmpty
}

/** Writes the demo school over the running server's own, and takes its mail away. */
async function putBack(dataDir: string): Promise<void> {
  const source = new DatabaseSync(join(template(), 'weekward.db'), { readOnly: true })
  // It is refused while the server still writes what the last test has left.
  await expect(() => backup(source, join(dataDir, 'weekward.db'))).toPass({ timeout: 5_000 })
  source.close()
  rmSync(join(dataDir, 'outbox'), { recursive: true, force: true })
}

function template(): string {
  const folder = process.env[templateSetting]
  if (!folder) throw new Error('The template school is missing: see template-school.ts')
  return folder
}
