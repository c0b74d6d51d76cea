import { CompiledQuery, sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { type Db, isPostgres, openDatabase } from '#server/database/open.ts'
import type { Recorded } from '../call-log.ts'
import type { TestDatabase } from './database.ts'

/** The tables that become long, of which no statement may read all rows. */
const growing = ['people', 'reviews', 'slots', 'audit_log']
/** SQLite plans without regard to size; of the few that these tests write PostgreSQL reads all. */
const growingInSqlite = [...growing, 'notifications']

/**
 * The database as its statements are explained. PostgreSQL weighs a look into an index as on a disk
 * without moving parts, so that a few thousand rows show what more of them do on any disk; and it
 * gathers no figures by itself, as what it would choose then hangs on when it has.
 */
export async function openToExplain({ db, address }: TestDatabase): Promise<Db> {
  if (address.kind === 'sqlite') return db
  const tables = await db.introspection.getTables()
  for (const { name } of tables) {
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = false)`.execute(db)
  }
  await db.connection().execute(async (one) => {
    // Every row is read, where a sample would make some choices a matter of luck.
    await sql`set default_statistics_target = 10000`.execute(one)
    await sql`vacuum analyze`.execute(one)
    await sql`reset default_statistics_target`.execute(one)
  })
  const explained = openDatabase({
    ...address,
    url: `${address.url}?options=-crandom_page_cost=1.1`,
  })
  onTestFinished(() => explained.destroy())
  return explained
}

/**
 * What a statement's plan reads from its first row to its last, in the database's own words; empty
 * for a good plan. A walk along an index counts as well, unless a limit ends it.
 */
export async function findScans(db: Db, { sql: text, parameters }: Recorded): Promise<string[]> {
  const explain = isPostgres(db) ? 'explain (format json)' : 'explain query plan'
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
  return isPostgres(db) ? scansInPostgres(rows) : scansInSqlite(rows, text)
}

const Step = z.object({ detail: z.string() })

function scansInSqlite(rows: unknown[], sql: string): string[] {
  const others = [...sql.matchAll(/"(\w+)" as "(\w+)"/g)]
    .filter(([, table = '']) => growingInSqlite.includes(table))
    .map(([, , alias]) => alias)
  const names = new Set([...growingInSqlite, ...others])
  const details = rows.map((row) => Step.parse(row).detail)
  // The rows of a page are read first, and then stand under their table's name: there are few.
  const pages = details.flatMap(
    (detail) => detail.match(/^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/)?.[1] ?? [],
  )
  const sorts = details.filter((detail) => detail === 'USE TEMP B-TREE FOR ORDER BY')
  const isBounded = sql.includes(' limit ?') && sorts.length <= pages.length
  const scans = details.filter((detail) => {
    const [, name = '', how = ''] = detail.match(/^SCAN (\w+)(.*)$/) ?? []
    return names.has(name) && !(how.includes('INDEX') && isBounded)
  })
  for (const name of pages) {
    const place = scans.indexOf(`SCAN ${name}`)
    if (place >= 0) scans.splice(place, 1)
  }
  return scans
}

type Node = {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Cond'?: string | undefined
  Plans?: Node[] | undefined
}
const Node: z.ZodType<Node> = z.lazy(() =>
  z.looseObject({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    Plans: z.array(Node).optional(),
  }),
)
const Explained = z.object({ 'QUERY PLAN': z.array(z.object({ Plan: Node })) })

function scansInPostgres(rows: unknown[]): string[] {
  return rows.flatMap((row) =>
    Explained.parse(row)['QUERY PLAN'].flatMap(({ Plan }) => scansBelow(Plan, false)),
  )
}

/** What a sort or a hash stands on is read to its end, whatever limit stands above. */
const takesAll = /^(Sort|Incremental Sort|Hash|Aggregate|Materialize|BitmapAnd|SetOp|Unique)$/

function scansBelow(node: Node, isLimited: boolean): string[] {
  const type = node['Node Type']
  const below = (node.Plans ?? []).flatMap((one) =>
    scansBelow(one, type === 'Limit' || (isLimited && !takesAll.test(type))),
  )
  const name = node['Relation Name'] ?? ''
  const walks = /^Index (Only )?Scan$/.test(type) && node['Index Cond'] === undefined
  const isScan = type === 'Seq Scan' || (walks && !isLimited)
  return isScan && growing.includes(name) ? [`${type} on ${name}`, ...below] : below
}
