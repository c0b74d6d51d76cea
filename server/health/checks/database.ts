import { sql } from 'kysely'
import { formatCount } from '#contract/kit/text/plural.ts'
import { type DatabaseAddress, type Db, isPostgres } from '#server/database/connect.ts'
import { formatNewerVersion, readMigrationStatus } from '#server/database/migrate.ts'
import { getFailureReason } from '#server/kit/mail/delivery-failure.ts'
import { type CheckFunction, type Finding, toPassedFinding, toProblem } from '../check.ts'
import { collapseWhitespace } from '../run-checks.ts'

/** Whether the database answers, which version it is, and whether its schema is this program's. */
export const checkDatabase: CheckFunction = async ({
  context,
  openingError,
  settings: { database },
}) => {
  if (openingError !== undefined) return toUnusable(database, openingError)
  if (!context) {
    const file = database.kind === 'sqlite' ? ` at ${database.file}` : ''
    return toProblem(
      `There is no database${file} yet.`,
      'Start the server. It creates the database.',
    )
  }
  let version: string
  try {
    version = await readVersion(context.db)
  } catch (error) {
    return toUnusable(database, error)
  }
  return checkSchema(version, await readMigrationStatus(context.db))
}

function toUnusable(database: DatabaseAddress, error: unknown): Finding {
  const where = database.kind === 'sqlite' ? database.file : getHost(database.url)
  return toProblem(
    `The database at ${where} cannot be used: ${collapseWhitespace(getFailureReason(error))}`,
    database.kind === 'sqlite'
      ? 'Check who owns the file. If it is damaged, restore a backup with npm run restore.'
      : 'Check that PostgreSQL is running, and that host, user, password and name in DATABASE_URL are right.',
  )
}

function checkSchema(
  version: string,
  { newer, waiting }: Awaited<ReturnType<typeof readMigrationStatus>>,
): Finding {
  if (newer)
    return toProblem(`${version}: ${formatNewerVersion(newer)}.`, 'Use that version of Weekward.')
  if (waiting.length > 0) {
    return toProblem(
      `${version}. The schema is out of date: ${formatCount(waiting.length, 'migration is', 'migrations are')} pending.`,
      'Start the server. It makes a backup and upgrades the schema.',
    )
  }
  return toPassedFinding(`${version}. The schema is up to date.`)
}

async function readVersion(db: Db): Promise<string> {
  const asked = isPostgres(db)
    ? sql<{ version: string }>`select current_setting('server_version') as version`
    : sql<{ version: string }>`select sqlite_version() as version`
  const { rows } = await asked.execute(db)
  return `${isPostgres(db) ? 'PostgreSQL' : 'SQLite'} ${rows[0]?.version}`
}

function getHost(url: string): string {
  return URL.parse(url)?.host || 'this machine'
}
