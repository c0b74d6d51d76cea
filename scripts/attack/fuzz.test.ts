import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { fuzz } from './fuzz.ts'

const calls = {
  '/fine': { get: { tags: ['everyone'], responses: {} } },
  '/wrong': { get: { tags: ['everyone'], responses: {} } },
}
const health = { '/admin/health': { get: { tags: ['everyone'], responses: {} } } }

/** A server with one correct call and one faulty one. */
async function serve(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
  paths: object = calls,
) {
  const server = createServer((request, response) => {
    if (request.url === '/openapi.json') response.end(JSON.stringify({ paths }))
    else if (request.url?.startsWith('/fine')) response.end('{"message":"fine"}')
    else answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const attack = { wanted: 40, seed: 1, hangMs: 200 }

test('a server that replies correctly has no findings', async () => {
  const url = await serve((response) => response.writeHead(404).end('{"message":"Not found"}'))
  const { requests, byStatus, faults } = await fuzz(url, attack)
  expect(faults).toEqual([])
  expect(requests).toBe(40)
  expect(byStatus.get(200)).toBe(20)
})

test.each([
  ['an error of the server', 'status 500', (to: ServerResponse) => to.writeHead(500).end('{}')],
  ['a hash', 'it tells $argon2', (to: ServerResponse) => to.end('"$argon2id$v=19$m=1"')],
  ['a trace', 'it tells at listen (', (to: ServerResponse) => to.end('"at listen (app.ts:1:2)"')],
  ['a cut line', 'no answer', (to: ServerResponse) => to.destroy()],
  ['no answer', 'no answer (TimeoutError)', () => undefined],
] as const)('%s is found: %s', async (_what, fault, answer) => {
  const { faults } = await fuzz(await serve(answer), attack)
  expect(faults).toHaveLength(20)
  for (const one of faults) {
    expect(one).toContain(fault)
    expect(one).toContain('GET /wrong')
  }
})

test('Health may reveal the database and its version, but nothing else', async () => {
  const answering = (text: string) => serve((response) => response.end(text), health)
  const named = await fuzz(await answering('"SQLite 3.53.1, and all is well."'), attack)
  expect(named.faults).toEqual([])
  const leaked = await fuzz(await answering('"SQLite 3.53.1: no such table: sqlite_x"'), attack)
  expect(leaked.faults[0]).toContain('it tells sqlite')
})
