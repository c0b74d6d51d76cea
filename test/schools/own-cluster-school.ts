import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { demoLogins } from '#contract/school/school.ts'
import { type Cluster, startCluster } from '../databases/postgres.ts'
import { makeDatabaseIn } from '../databases/postgres-database.ts'
import { startScript } from './school-under-writes.ts'

export type School = { database: string; dataDir: string }

/** A database in its own cluster, and a folder for mails. */
export async function makeOwnClusterSchool(): Promise<School & { cluster: Cluster }> {
  const cluster = await startCluster()
  const dataDir = mkdtempSync(join(tmpdir(), 'weekward-away-'))
  onTestFinished(() => {
    cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { cluster, database: await makeDatabaseIn(cluster), dataDir }
}

/** Starts the real server with the demo school. */
export async function startServer({ database, dataDir }: School) {
  const server = startScript('server/main.ts', [], {
    PORT: '0',
    DEMO: 'on',
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    // One person makes the calls of many.
    RATE_LIMIT: 'off',
  })
  const url = await server.line(/^weekward ready on (.+)$/)

  async function send(method: string, path: string, token: string, body?: unknown) {
    const headers = { 'content-type': 'application/json', authorization: token }
    const reply = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
    return {
      status: reply.status,
      retryAfter: reply.headers.get('retry-after'),
      body: await reply.json(),
    }
  }
  return {
    url,
    send,
    status: async (path: string) => (await fetch(`${url}${path}`)).status,
    async signIn(): Promise<string> {
      return (await send('POST', '/admin/login', '', demoLogins.admin)).body.message.token
    },
  }
}
