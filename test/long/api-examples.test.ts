import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../processes/started-server.ts'

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

test('the curl examples sign in, read a page of a list with a link to the next, and make a change once', async () => {
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', getCodeBlocks('sh')], {
    env: await startDemo(),
  })
  expect(stdout).toMatch(/^link: <\/advisor\/review-list\?.*cursor=.*>; rel="next"/im)
  // The second reply is identical to the first.
  expect(stdout).toMatch(/\](\{.+\})\1$/)
})

test('the TypeScript example books a slot once, is refused a second one, and gets a live event', async () => {
  const env = await startDemo()
  mkdirSync(join(root, '.cache'), { recursive: true })
  // Within the project, where Node finds the packages.
  const folder = mkdtempSync(join(root, '.cache/api-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'example.ts'), getCodeBlocks('ts'))
  const { stdout } = await run(process.execPath, [join(folder, 'example.ts')], { env })
  expect(stdout.trim().split('\n')).toEqual([
    'review-scheduled true',
    expect.stringMatching(/^409 /),
    expect.stringContaining('what'),
  ])
})
