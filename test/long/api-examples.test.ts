import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { demoLogins } from '#contract/school/school.ts'
import { startServer } from '../processes/start-server.ts'

const root = join(import.meta.dirname, '../..')
const examples = readFileSync(join(root, 'docs/develop/api.md'), 'utf8')
const run = promisify(execFile)

/** The code blocks in a language, concatenated. */
function getCodeBlocks(language: string): string {
  const blocks = examples.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))
  return [...blocks].map(([, code = '']) => code).join('\n')
}

async function startDemo(): Promise<NodeJS.ProcessEnv> {
  const server = await startServer()
  return { PATH: process.env.PATH, WEEKWARD: await server.line(/^weekward ready on (.+)$/) }
}

/** Makes a folder within the project, where Node finds the packages. */
function makeFolder(): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/api-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the curl examples sign in, read a page of a list with a link to the next, and make a change once', async () => {
  const env = await startDemo()
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', getCodeBlocks('sh')], { env })
  expect(stdout).toMatch(/^link: <\/advisor\/review-list\?.*cursor=.*>; rel="next"/im)
  // The second reply is identical to the first.
  expect(stdout).toMatch(/\](\{.+\})\1$/)
  // Somebody who tries them again is not left with an error message as the token.
  await expect(run('bash', ['-c', getCodeBlocks('sh')], { env })).rejects.toThrow(
    /TOKEN: was not created/,
  )
})

test('the TypeScript example compiles strictly, reads a list, books a slot once by API token, is refused a second time, and gets a live event', async () => {
  const env = await startDemo()
  const folder = makeFolder()
  const client = join(folder, 'weekward.ts')
  const script = join(root, 'scripts/api-client/write-client.ts')
  await run(process.execPath, [script, '--from', env.WEEKWARD ?? '', '--to', client])
  const example = join(folder, 'example.ts')
  writeFileSync(example, getCodeBlocks('ts'))
  const options = { extends: join(root, 'tsconfig.json'), include: [], files: [example] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  await run(join(root, 'node_modules/.bin/tsc'), ['--project', folder])
  const tokens = await createTokens(env.WEEKWARD ?? '')
  const { stdout } = await run(process.execPath, [example], { env: { ...env, ...tokens } })
  const [count, ...lines] = stdout.trim().split('\n')
  // More reviews than a page has.
  expect(Number(count)).toBeGreaterThan(2)
  expect(lines).toEqual([
    'review-scheduled true',
    expect.stringMatching(/^409 /),
    expect.stringContaining('what'),
  ])
})

/** Signs in as the demo school's advisor, and creates an API token. */
async function createTokens(url: string): Promise<{ ADVISOR: string; TOKEN: string }> {
  const post = async (path: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: token }
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return reply.json()
  }
  const { token: signedIn } = await post('/advisor/login', demoLogins.advisor)
  const value = { name: 'Example', scopes: ['write'] }
  const created = await post('/advisor/tokens', { value }, signedIn.token)
  return { ADVISOR: signedIn.token, TOKEN: created.token }
}
