import { sql } from 'kysely'
import { formatCount } from '#contract/kit/text/plural.ts'
import { newerVersion, readSchema } from '#server/database/migrate.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import { getReason } from '#server/kit/mail/delivery-failure.ts'
import { type Finding, fine, type RunCheck, toDo } from '../check.ts'
import { oneLine } from '../run-checks.ts'

/** Whether the database answers, which version it is, and whether its schema is this program's. */
export const checkDatabase: RunCheck = async ({ context, settings: { database } }) => {
  if (!context) {
    const file = database.kind === 'sqlite' ? ` at ${database.file}` : ''
    return toDo(`There is no database${file} yet.`, 'Start the server. It creates the database.')
  }
  let version: string
  try {
    version = await versionOf(context.db)
  } catch (error) {
    const where = database.kind === 'sqlite' ? database.file : hostOf(database.url)
    return toDo(
      `The database at ${where} cannot be used: ${oneLine(getReason(error))}`,
      database.kind === 'sqlite'
        ? 'Check who owns the file. If it is damaged, restore a backup with npm run restore.'
        : 'Check that PostgreSQL is running, and that host, user, password and name in DATABASE_URL are right.',
    )
  }
  return judgeSchema(version, await readSchema(context.db))
}

function judgeSchema(
  version: string,
  { newer, waiting }: Awaited<ReturnType<typeof readSchema>>,
): Finding {
  if (newer) return toDo(`${version}: ${newerVersion(newer)}.`, 'Use that version of Weekward.')
  if (waiting.length > 0) {
    return toDo(
      `${version}. The schema is out of date: ${formatCount(waiting.length, 'migration is', 'migrations are')} pending.`,
      'Start the server. It makes a backup and upgrades the schema.',
    )
  }
  return fine(`${version}. The schema is up to date.`)
}

async function versionOf(db: Db): Promise<string> {
  const asked = isPostgres(db)
    ? sql<{ version: string }>`select current_setting('server_version') as version`
    : sql<{ version: string }>`select sqlite_version() as version`
  const { rows } = await asked.execute(db)
  return `${isPostgres(db) ? 'PostgreSQL' : 'SQLite'} ${rows[0]?.version}`
}

function hostOf(url: string): string {
  return URL.parse(url)?.host || 'this machine'
}
