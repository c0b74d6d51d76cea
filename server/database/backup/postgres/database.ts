import pg from 'pg'
import { startProgram, toConnectionArguments } from './programs.ts'

/** Dumps the database into a file, consistently, while others write. */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  const { dbname, env } = toConnectionArguments(url)
  const args = ['--format=custom', '--no-owner', '--no-privileges', '--no-password']
  await assertHoldsSchool(url)
  await startProgram('pg_dump', [...args, `--file=${file}`, `--dbname=${dbname}`], env).ended
}

/** Otherwise an empty backup would only be noticed when it is needed. */
async function assertHoldsSchool(url: string): Promise<void> {
  const tables = await withClient(url, listTables)
  if (!tables.includes('people')) throw new Error('this database holds no school')
}

/** Runs `ask` with a new connection and closes it afterwards. */
export async function withClient<T>(
  url: string,
  ask: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    return await ask(client)
  } finally {
    await client.end()
  }
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
  )
  return rows.map(({ name }) => name)
}

export async function listExtensions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select extname as name from pg_extension')
  return rows.map(({ name }) => name)
}

export async function getCurrentSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_schema() as name')
  return rows[0]?.name ?? 'public'
}

/** The statements that drop all tables and functions of the current schema, but no extensions'. */
export async function makeDropStatements(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop table %I cascade;', tablename) as drop
        from pg_tables where schemaname = current_schema()
      union all select format('drop function %s cascade;', oid::regprocedure)
        from pg_proc where pronamespace = current_schema()::regnamespace and not exists (
          select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  )
  return rows.map((row) => row.drop).join('\n')
}

/** Whether any table has a row. */
export async function hasAnyRows(client: pg.Client): Promise<boolean> {
  for (const table of await listTables(client)) {
    if (table.startsWith('kysely_')) continue
    const { rowCount } = await client.query(`select from ${client.escapeIdentifier(table)} limit 1`)
    if (rowCount) return true
  }
  return false
}

/** Throws an Error while a server is connected, which its application name tells. */
export async function assertNoServerConnected(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name like 'weekward %'`,
  )
  if (rowCount) throw new Error('a server is using this database: stop it first')
}
