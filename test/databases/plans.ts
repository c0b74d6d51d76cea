import { CompiledQuery, sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { type Db, isPostgres, openDatabase } from '#server/database/connect.ts'
import type { RecordedStatement } from '../recorded-statements.ts'
import { makePostgres, type TestDatabase } from './database.ts'

/** The tables that grow, which no statement may read entirely. */
const growing = ['people', 'reviews', 'slots', 'audit_log']
/** SQLite plans regardless of size; with few rows PostgreSQL reads this one entirely. */
const growingInSqlite = [...growing, 'notifications']

/** Fills a database, and makes PostgreSQL plan by what is in it. */
export async function fillToExplain(db: Db, fill: (db: Db) => Promise<unknown>): Promise<void> {
  if (!isPostgres(db)) {
    await fill(db)
    return
  }
  await fill(db)
  await db.connection().execute(async (one) => {
    // Samples all rows, so that plans do not depend on chance.
    await sql`set default_statistics_target = 10000`.execute(one)
    await sql`vacuum analyze`.execute(one)
    await sql`reset default_statistics_target`.execute(one)
  })
}

/**
 * Opens the database for EXPLAIN, on PostgreSQL a copy, and closes `db`. PostgreSQL's estimates grow
 * with the row versions that later changes leave, and how many of them it has cleared away depends
 * on timing. It gets the cost settings of an SSD, so that a few thousand rows behave like many.
 */
export async function openToExplain({ db, address }: TestDatabase): Promise<Db> {
  await db.destroy()
  const copy = address.kind === 'postgres' ? await copyPostgres(address) : undefined
  const explained = openDatabase(copy?.address ?? address)
  onTestFinished(async () => {
    await explained.destroy()
    await copy?.drop()
  })
  return explained
}

async function copyPostgres({ url }: { url: string }) {
  const { drop, address } = await makePostgres(new URL(url).pathname.slice(1))
  return { drop, address: { ...address, url: `${address.url}?options=-crandom_page_cost=1.1` } }
}

/**
 * The parts of a statement's plan that read a whole table, in the database's words; empty for a
 * good plan. Full index scans count as well, unless a limit ends them.
 */
export async function findScans(
  db: Db,
  { sql: text, parameters }: RecordedStatement,
): Promise<string[]> {
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
  // The rows of a page are read first and then have the table's name. There are few.
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

/** The input of a sort or a hash is read entirely, despite a limit above it. */
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
