import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startLoopbackServer } from '#test/processes/loopback-server.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'write-client.ts')

/** Runs the command in an empty folder; returns what it printed, and whether it succeeded. */
async function write(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'api-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { PATH: process.env.PATH, INIT_CWD: folder }
  const ran = await run(process.execPath, [script, ...args], { env }).then(
    ({ stdout }) => ({ succeeded: true, said: stdout }),
    ({ stderr }: { stderr: string }) => ({ succeeded: false, said: stderr }),
  )
  return { ...ran, written: existsSync(join(folder, 'weekward.ts')) }
}

const failed = (said: string) => ({ succeeded: false, said, written: false })
const usage = 'usage: npm run api:client -- [--from URL] [--to FILE]'

test('the command says how it is used', async () => {
  expect(await write('--help')).toEqual({ succeeded: true, said: `${usage}\n`, written: false })
})

test.each(['--from', '--nix', 'weekward.ts'])(
  'the command with %s says how it is used',
  async (argument) => {
    expect(await write(argument)).toEqual(failed(`weekward: ${usage}\n`))
  },
)

test.each(['weekward.school.org', 'localhost:4000', 'http://'])(
  'the command says that %s is no address',
  async (from) => {
    const said = `weekward: ${from} is no address of a server, such as https://weekward.school.org\n`
    expect(await write('--from', from)).toEqual(failed(said))
  },
)

test('the command says that the folder is missing', async () => {
  expect(await write('--to', '/nowhere/at-all/weekward.ts')).toEqual(
    failed('weekward: there is no folder /nowhere/at-all\n'),
  )
})

async function startDescribing(text: string) {
  const server = await startLoopbackServer((_request, response) => void response.end(text))
  onTestFinished(server.stop)
  return server
}

test('the command says that a server is none of Weekward, or cannot be reached', async () => {
  const { origin, stop } = await startDescribing('nothing here')
  const said = `${origin}/openapi.json does not describe an API (200): is this a Weekward server?`
  expect(await write('--from', origin)).toEqual(failed(`weekward: ${said}\n`))
  await stop()
  const refused = `connect ECONNREFUSED ${new URL(origin).host}`
  expect(await write('--from', origin)).toEqual(
    failed(`weekward: ${origin} cannot be reached: ${refused}\n`),
  )
})

test('the client is written to the folder from which the command is run', async () => {
  const { origin } = await startDescribing(
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Weekward', version: '1' }, paths: {} }),
  )
  expect(await write('--from', origin)).toMatchObject({ succeeded: true, written: true })
})
