import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { demoLogins } from '#contract/school/school.ts'
import { runToEnd, startScript } from '#test/schools/school-under-writes.ts'
import { confirm } from './confirm.ts'

const timeout = 60_000
const school = { DEMO: 'off', ADMIN_EMAIL: 'head@school.test', ADMIN_PASSWORD: 'a good password' }
const head = { email: school.ADMIN_EMAIL, password: school.ADMIN_PASSWORD }
const said = (line: string) => ({ code: 1, out: [], errors: [`weekward: ${line}`] })

function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-over-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const start = (settings: NodeJS.ProcessEnv = {}) =>
    startScript('server/main.ts', [], { PORT: '0', DATA_DIR: folder, ...settings })
  const startOver = (args: string[], settings: NodeJS.ProcessEnv = {}) =>
    runToEnd('scripts/start-over.ts', args, { DATA_DIR: folder, ...settings })
  return { folder, start, startOver }
}

async function waitUntilReady(server: ReturnType<typeof startScript>): Promise<string> {
  return server.line(/^weekward ready on (.+)$/)
}

async function login(url: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/admin/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return reply.status === 200 ? (await reply.json()).message : undefined
}

test('an unused demo is moved aside, and the school starts with its own admin', {
  timeout,
}, async () => {
  const { folder, start, startOver } = makePlace()
  const demo = start()
  await waitUntilReady(demo)
  writeFileSync(join(folder, 'mine.txt'), '')
  const inUse = said(`${join(folder, 'weekward.db')} is in use: stop the server first`)
  expect(await startOver(['--yes'])).toEqual(inUse)
  expect(await startOver(['--yes', '--keep-people'], school)).toEqual(inUse)
  demo.signal('SIGTERM')
  await demo.ended
  expect(await startOver([])).toEqual(
    said('nothing was changed. Use --yes to confirm without a terminal'),
  )
  expect(await startOver(['--keep'])).toEqual(
    said('usage: npm run start-over -- [--keep-people] [--yes]'),
  )

  const { code, out } = await startOver(['--yes'], school)
  expect(code).toBe(0)
  const [aside = ''] = readdirSync(folder).filter((name) => name.startsWith('demo-'))
  expect(aside).toMatch(/^demo-\d{4}-\d\d-\d\d$/)
  expect(out).toEqual([
    `the demo school is now in ${join(folder, aside)}; the next start begins with an empty database`,
  ])
  expect(readdirSync(folder).sort()).toEqual([aside, 'mine.txt'])
  expect(statSync(join(folder, aside)).mode & 0o077).toBe(0)
  const kept = new DatabaseSync(join(folder, aside, 'weekward.db'), { readOnly: true })
  expect(kept.prepare('select email from people where role = ?').all('admin')).toEqual([
    expect.objectContaining({ email: demoLogins.admin.email }),
  ])
  kept.close()

  const server = start(school)
  const url = await waitUntilReady(server)
  expect(await login(url, head)).toMatchObject({ status: true })
  expect(await login(url, demoLogins.admin)).toBeUndefined()
  server.signal('SIGTERM')
  await server.ended
  expect(await startOver(['--yes'])).toEqual(said('this is not a demo school; nothing was changed'))
})

test('with real people in it, only the demo’s people are blocked, and the server starts', {
  timeout,
}, async () => {
  const { folder, start, startOver } = makePlace()
  const demo = start()
  await waitUntilReady(demo)
  demo.signal('SIGTERM')
  await demo.ended
  expect(await startOver(['--yes', '--keep-people'])).toEqual(
    said(
      'no admin would be left; nothing was changed. Set ADMIN_EMAIL and ADMIN_PASSWORD to add one',
    ),
  )
  const weak = { ...school, ADMIN_PASSWORD: 'password' }
  expect(await startOver(['--yes', '--keep-people'], weak)).toEqual(
    said(
      'cannot add the admin of ADMIN_EMAIL and ADMIN_PASSWORD: This password is too common. Please choose another.',
    ),
  )
  const { code, out } = await startOver(['--yes', '--keep-people'], school)
  expect({ code, out }).toEqual({
    code: 0,
    out: [
      expect.stringMatching(/^\d+ demo people are blocked; nothing else has changed$/),
      'head@school.test is now an admin, with the password in ADMIN_PASSWORD',
    ],
  })
  expect(existsSync(join(folder, 'weekward.db'))).toBe(true)

  const url = await waitUntilReady(start(school))
  expect(await login(url, head)).toMatchObject({ status: true })
  expect(await login(url, demoLogins.admin)).toBeUndefined()
})

test('an admin of the school’s own is mentioned, and no other is added', {
  timeout,
}, async () => {
  const { folder, start, startOver } = makePlace()
  const demo = start()
  await waitUntilReady(demo)
  demo.signal('SIGTERM')
  await demo.ended
  const database = new DatabaseSync(join(folder, 'weekward.db'))
  database.exec(`insert into people (id, role, name, email, search_key, verified_at, created_at)
    values ('own', 'admin', 'Own', 'own@school.test', 'own own@school.test', 1, 1)`)
  database.close()
  expect(await startOver([])).toEqual({
    ...said('nothing was changed. Use --yes to confirm without a terminal'),
    out: ['1 person in it is not part of the demo; use --keep-people to keep them'],
  })
  expect(await startOver(['--yes', '--keep-people'], school)).toEqual({
    code: 0,
    errors: [],
    out: [
      expect.stringMatching(/^\d+ demo people are blocked/),
      'there is already an admin: ADMIN_EMAIL was not added',
    ],
  })
})

test('on PostgreSQL, or without a school, it says what to do instead', {
  timeout,
}, async () => {
  const { folder, startOver } = makePlace()
  expect(await startOver(['--yes'], { DATABASE_URL: 'postgres://127.0.0.1:1/x' })).toEqual(
    said(
      'DATABASE_URL is set, and a PostgreSQL database cannot be moved aside. Name another database, or use --keep-people if real people already use this one',
    ),
  )
  expect(await startOver(['--yes'])).toEqual(
    said(`there is no school at ${join(folder, 'weekward.db')}`),
  )
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['y\n', true],
  ['Yes\n', true],
  ['\n', false],
  ['n\n', false],
  ['yesterday\n', false],
  ['', false],
])('the answer %j means %s', async (answer, agreed) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const asked = confirm('Really?', { input, output })
  input.end(answer)
  expect(await asked).toBe(agreed)
  expect(String(output.read())).toContain('Really? [y/N] ')
})
