import { expect, test } from 'vitest'
import { startServer } from '#test/processes/start-server.ts'

test('an invalid setting stops the start with one line', async () => {
  const server = await startServer({ TIME_ZONE: 'Mars/Olympus' })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    'weekward: invalid setting: TIME_ZONE must be a time zone such as Europe/Berlin',
  ])
  expect(server.out).toEqual([])
})

test('a misspelt setting causes one warning, and the server starts', async () => {
  const server = await startServer({ DEMO: 'off', RATE_LIMITS: 'off' })
  await server.line(/^weekward ready on/)
  expect(server.errors.filter((line) => line.startsWith('weekward: '))).toEqual([
    'weekward: RATE_LIMITS is not a setting and has no effect. Did you mean RATE_LIMIT?',
  ])
})

test('a database that does not answer stops the start with one line without its password', async () => {
  const server = await startServer({ DATABASE_URL: 'postgres://weekward:s3cret@127.0.0.1:1/x' })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    'weekward: cannot use the database: connect ECONNREFUSED 127.0.0.1:1',
  ])
})

test('an unwritable folder stops the start with one line', async () => {
  const server = await startServer({ DATABASE_URL: '', DATA_DIR: '/dev/null/weekward' })
  expect(await server.ended).toBe(1)
  expect(server.errors).toEqual([
    expect.stringMatching(/^weekward: cannot open the database: .*\/dev\/null\/weekward/),
  ])
})
