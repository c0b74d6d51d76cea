import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { hashSecret } from '#server/kit/id.ts'
import { liveSince, ownReviews, whoIsIt } from './bare-statements.ts'

/**
 * The floor under Weekward: node's own server, and one prepared statement a call. `/reviews`
 * answers what `GET /advisor/review-list?limit=50` does; `/constant?bytes=N` looks the session up
 * and answers a text of that length. `node bench/bare-server.ts sqlite FILE`, or `postgres URL`.
 */
const [kind, address = ''] = process.argv.slice(2)
const ask = kind === 'postgres' ? askPostgres() : askSqlite()

type Ask = (which: 'reviews' | 'session', values: unknown[]) => Promise<string | undefined>

function askSqlite(): Ask {
  const database = new DatabaseSync(address, { timeout: 5_000 })
  const statements = {
    reviews: database.prepare(ownReviews.sqlite),
    session: database.prepare(whoIsIt.sqlite),
  }
  return async (which, values) => {
    const found = statements[which].get(
      ...values.map((value) => (typeof value === 'number' ? value : String(value))),
    )
    return found && String(found.body)
  }
}

function askPostgres(): Ask {
  const pool = new pg.Pool({ connectionString: address, max: 10 })
  const texts = { reviews: ownReviews.postgres, session: whoIsIt.postgres }
  return async (which, values) => {
    const { rows } = await pool.query<{ body: string }>({ name: which, text: texts[which], values })
    return rows[0]?.body
  }
}

const constants = new Map<number, string>()

function constantOf(bytes: number): string {
  const known = constants.get(bytes)
  if (known !== undefined) return known
  const made = JSON.stringify('x'.repeat(Math.max(0, bytes - 2)))
  constants.set(bytes, made)
  return made
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here')
  const values = [hashSecret(request.headers.authorization ?? ''), ...liveSince(Date.now())]
  const which = pathname === '/reviews' ? 'reviews' : 'session'
  const found = await ask(which, values)
  const body = which === 'reviews' ? found : found && constantOf(Number(searchParams.get('bytes')))
  response.writeHead(body === undefined ? 401 : 200, { 'content-type': 'application/json' })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const at = server.address()
  process.stdout.write(`ready on http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}\n`)
})
process.once('SIGTERM', () => process.exit(0))
