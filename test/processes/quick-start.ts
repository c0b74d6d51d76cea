import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { startProcess } from './process.ts'

const root = join(import.meta.dirname, '../..')

/** A fresh clone of the project, in a folder with a space in its name. */
function cloneProject(): { folder: string; dataDir: string } {
  const place = mkdtempSync(join(tmpdir(), 'weekward newcomer '))
  // Packages are tens of thousands of files.
  onTestFinished(() => rmSync(place, { recursive: true, force: true }), 3 * minuteMs)
  const folder = join(place, 'weekward')
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root })
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  return { folder, dataDir: join(place, 'data') }
}

/** A newcomer's environment, without anything of this project or the test runner. */
function newcomersEnvironment(dataDir: string): NodeJS.ProcessEnv {
  const { PATH = '', HOME, USER, LANG } = process.env
  const folders = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { PATH: folders.join(delimiter), HOME, USER, LANG, PORT: '0', DATA_DIR: dataDir }
}

/**
 * Does what a newcomer does: clones the project, runs `npm start`, and signs in to the school. With
 * `hasPackages`, this project's packages are already there.
 */
export async function runQuickStart({ hasPackages }: { hasPackages: boolean }): Promise<void> {
  const { folder, dataDir } = cloneProject()
  const env = newcomersEnvironment(dataDir)
  if (hasPackages) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  const first = startProcess('npm', ['start'], { cwd: folder, env })
  const url = await first.line(/^weekward ready on (http:.+)$/)
  expect(first.errors.filter((line) => line.startsWith('weekward:'))).toEqual([
    ...(hasPackages ? [] : ['weekward: installing packages']),
    'weekward: building the page',
  ])
  expect(await signIn(url)).toMatchObject({ status: 200, token: expect.any(String) })
  expect(await openPage(url)).toContain('<title>Weekward</title>')
  first.signal('SIGTERM')
  expect(await first.ended).toBe(0)

  const second = startProcess('npm', ['start'], { cwd: folder, env })
  const again = await second.line(/^weekward ready on (http:.+)$/)
  expect(second.errors.filter((line) => line.startsWith('weekward:'))).toEqual([])
  expect(await signIn(again)).toMatchObject({ status: 200 })
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)
}

async function signIn(url: string): Promise<{ status: number; token: unknown }> {
  const reply = await fetch(`${url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@weekward.test', password: 'weekward-demo' }),
  })
  const { message } = await reply.json()
  return { status: reply.status, token: message.token }
}

/** Opens the page with a browser's navigation headers, which `fetch` does not send. */
async function openPage(url: string): Promise<string> {
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  const [page] = await once(get(`${url}/admin/login`, { headers }), 'response')
  return text(page)
}
