import { join } from 'node:path'
import { demoLogins } from '#contract/school/school.ts'
import { startProcess, type TestProcess } from '../processes/process.ts'

const root = join(import.meta.dirname, '../..')

/** Runs a file of the project. Returns its exit code and its output by line. */
export async function runToEnd(file: string, args: string[], settings: NodeJS.ProcessEnv) {
  const run = startScript(file, args, settings)
  const code = await run.ended
  return { code, out: run.out, errors: run.errors }
}

/** Starts a file of the project without the machine's settings. */
export function startScript(
  file: string,
  args: string[],
  settings: NodeJS.ProcessEnv,
): TestProcess {
  const NODE_COMPILE_CACHE = join(root, '.cache/compiled')
  const { PATH } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, TIME_ZONE: 'Europe/Berlin', ...settings }
  return startProcess(process.execPath, [file, ...args], { cwd: root, env })
}

export type SchoolWithWriters = {
  server: TestProcess
  /** The admin's token. */
  token: string
  url: string
  /** Emails of the people whose adding the server has confirmed. */
  acknowledged: string[]
  /** Waits until so many more are confirmed. */
  more: (count: number) => Promise<void>
  /** Stops writing and waits for outstanding replies. */
  pause: () => Promise<void>
}

/** A real server on a seeded school, in which four admins keep adding people. */
export async function startSchoolWithWriters(
  settings: NodeJS.ProcessEnv,
): Promise<SchoolWithWriters> {
  const server = startScript('server/main.ts', [], {
    PORT: '0',
    RATE_LIMIT: 'off',
    DEMO: 'on',
    ...settings,
  })
  const url = await server.line(/^weekward ready on (.+)$/)
  const signedIn = await post(`${url}/admin/login`, demoLogins.admin)
  const { token } = (await signedIn.json()).message
  const acknowledged: string[] = []
  let isWriting = true
  let wake = () => {}

  async function write(writer: number): Promise<void> {
    for (let turn = 0; isWriting; turn++) {
      const email = `added-${writer}-${turn}@school.test`
      const reply = await post(`${url}/admin/add-advisor`, { name: 'Ana', email }, token)
      if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
      acknowledged.push(email)
      wake()
    }
  }

  // A killed server replies no more. What it confirmed counts.
  const writing = Promise.allSettled([0, 1, 2, 3].map(write))
  return {
    server,
    token,
    url,
    acknowledged,
    async more(count) {
      const wanted = acknowledged.length + count
      while (acknowledged.length < wanted) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    async pause() {
      isWriting = false
      await writing
    },
  }
}

function post(url: string, body: unknown, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** The result of a command that fails with one line. */
export const makeFailedRun = (line: string) => ({ code: 1, out: [], errors: [`weekward: ${line}`] })
