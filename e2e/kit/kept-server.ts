import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { type Server, startServer, templateSetting } from './server.ts'

/** A server with a folder of its own, deleted at its end. */
export type SchoolServer = Server & { end: () => Promise<void> }

/** A server shared by tests, because starting one takes longer than most tests. */
export type KeptServer = {
  /** The server with the demo school reset. */
  take: () => Promise<Server>
  end: () => Promise<void>
}

/** Starts a server on a copy of the demo school, or on an empty one if `DEMO` is off. */
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

/** Reuses one server. If a test stops it, the next starts another. */
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
 * Whether everyone of the last test has left their calls. The server records the end of a
 * connection a moment later, which must not happen in the next test's school. Waits briefly.
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

/** Restores the demo school into the running server and deletes its mails. */
async function putBack(dataDir: string): Promise<void> {
  const source = new DatabaseSync(join(template(), 'weekward.db'), { readOnly: true })
  // Fails while the server still writes from the last test.
  await expect(() => backup(source, join(dataDir, 'weekward.db'))).toPass({ timeout: 5_000 })
  source.close()
  rmSync(join(dataDir, 'outbox'), { recursive: true, force: true })
}

function template(): string {
  const folder = process.env[templateSetting]
  if (!folder) throw new Error('The template school is missing: see template-school.ts')
  return folder
}
