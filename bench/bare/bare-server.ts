import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { hashSecret } from '#server/kit/id.ts'
import { getLiveSessionParameters, sessionPersonStatements } from './session-statements.ts'

/**
 * Node's http server with one prepared statement a call: `/constant?bytes=N` looks up the session
 * and replies with a text of that length. `node bench/bare/bare-server.ts sqlite FILE`, or
 * `postgres URL`.
 */
const [kind, address = ''] = process.argv.slice(2)
const findPerson = kind === 'postgres' ? askPostgres() : askSqlite()

type Find = (values: (string | number)[]) => Promise<boolean>

function askSqlite(): Find {
  const database = new DatabaseSync(address, { timeout: 5_000 })
  const session = database.prepare(sessionPersonStatements.sqlite)
  return async (values) => session.get(...values) !== undefined
}

function askPostgres(): Find {
  const pool = new pg.Pool({ connectionString: address, max: 10 })
  return async (values) => {
    const { rows } = await pool.query({
      name: 'session',
      text: sessionPersonStatements.postgres,
      values,
    })
    return rows.length > 0
  }
}

const constants = new Map<number, string>()

function makeConstant(bytes: number): string {
  const known = constants.get(bytes)
  if (known !== undefined) return known
  const made = JSON.stringify('x'.repeat(Math.max(0, bytes - 2)))
  constants.set(bytes, made)
  return made
}

const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://here')
  const values = [
    hashSecret(request.headers.authorization ?? ''),
    ...getLiveSessionParameters(Date.now()),
  ]
  const isThere = await findPerson(values)
  response.writeHead(isThere ? 200 : 401, { 'content-type': 'application/json' })
  response.end(isThere ? makeConstant(Number(searchParams.get('bytes'))) : undefined)
})
server.listen(0, '127.0.0.1', () => {
  const at = server.address()
  process.stdout.write(`ready on http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}\n`)
})
process.once('SIGTERM', () => process.exit(0))
