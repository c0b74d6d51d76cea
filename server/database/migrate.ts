import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { type Db, isPostgres } from './connect.ts'
import * as school from './migrations/0001-school.ts'
import * as calls from './migrations/0002-calls.ts'
import * as sessions from './migrations/0003-sessions.ts'
import * as changes from './migrations/0004-changes.ts'
import * as secondFactor from './migrations/0005-second-factor.ts'
import * as growth from './migrations/0006-growth.ts'
import * as locks from './migrations/0007-locks.ts'
import * as retention from './migrations/0008-retention.ts'
import * as mails from './migrations/0009-mails.ts'
import * as undoDecision from './migrations/0010-undo-decision.ts'
import * as plainSearch from './migrations/0011-plain-search.ts'
import * as life from './migrations/0012-life.ts'
import * as sortedLists from './migrations/0013-sorted-lists.ts'
import * as openReviews from './migrations/0014-open-reviews.ts'
import * as stillPending from './migrations/0015-still-pending.ts'
import * as plansChange from './migrations/0016-plans-change.ts'
import * as notices from './migrations/0017-notices.ts'
import * as waysBack from './migrations/0018-ways-back.ts'
import * as slotsThatGo from './migrations/0019-slots-that-go.ts'
import * as noticeSettings from './migrations/0020-notice-settings.ts'
import * as reminders from './migrations/0021-reminders.ts'
import * as calendarFeeds from './migrations/0022-calendar-feeds.ts'
import * as push from './migrations/0023-push.ts'
import * as schoolSettings from './migrations/0024-school-settings.ts'
import * as anonymousLinks from './migrations/0025-anonymous-links.ts'
import * as browsersById from './migrations/0026-browsers-by-id.ts'
import * as mailsOfReviews from './migrations/0027-mails-of-reviews.ts'
import * as endedPasswords from './migrations/0028-ended-passwords.ts'
import * as bookableDays from './migrations/0029-bookable-days.ts'
import * as planRules from './migrations/0030-plan-rules.ts'
import * as searchKeys from './migrations/0031-search-keys.ts'
import * as listOrder from './migrations/0032-list-order.ts'
import * as namesOnOneLine from './migrations/0033-names-on-one-line.ts'
import * as slotsInTime from './migrations/0034-slots-in-time.ts'
import * as invitedAt from './migrations/0036-invited-at.ts'
import * as openReviewOfAStudent from './migrations/0037-open-review-of-a-student.ts'
import * as timesTried from './migrations/0038-times-tried.ts'
import * as tableNames from './migrations/0039-table-names.ts'
import * as imports from './migrations/0040-imports.ts'
import * as pauseAndFinish from './migrations/0041-pause-and-finish.ts'
import * as archivedDomains from './migrations/0042-archived-domains.ts'
import * as erasure from './migrations/0043-erasure.ts'
import * as auditActors from './migrations/0044-audit-actors.ts'
import * as holidays from './migrations/0045-holidays.ts'
import * as lastWeek from './migrations/0046-last-week.ts'
import * as referencesToPeople from './migrations/0047-references-to-people.ts'
import * as work from './migrations/0048-work.ts'
import * as feedback from './migrations/0049-feedback.ts'
import * as insight from './migrations/0050-insight.ts'
import * as fallingTheory from './migrations/0051-falling-theory.ts'
import * as rubrics from './migrations/0052-rubrics.ts'
import * as openReviewsCovered from './migrations/0053-open-reviews-covered.ts'
import * as timeTogether from './migrations/0054-time-together.ts'
import * as apiTokens from './migrations/0055-api-tokens.ts'
import * as webhooks from './migrations/0056-webhooks.ts'
import * as singleSignOn from './migrations/0057-single-sign-on.ts'
import * as privateCalendars from './migrations/0058-private-calendars.ts'
import * as insightOfADomain from './migrations/0059-insight-of-a-domain.ts'
import * as emailOfAnAttempt from './migrations/0060-email-of-an-attempt.ts'
import * as overdueByDueDate from './migrations/0061-overdue-by-due-date.ts'
import * as remindedBySlot from './migrations/0062-reminded-by-slot.ts'
import * as removedSlotEnds from './migrations/0063-removed-slot-ends.ts'
import * as reviewerOfADraft from './migrations/0064-reviewer-of-a-draft.ts'
import * as requestedSlotsInHistory from './migrations/0065-requested-slots-in-history.ts'

const migrations: Record<string, Migration> = {
  '0001-school': school,
  '0002-calls': calls,
  '0003-sessions': sessions,
  '0004-changes': changes,
  '0005-second-factor': secondFactor,
  '0006-growth': growth,
  '0007-locks': locks,
  '0008-retention': retention,
  '0009-mails': mails,
  '0010-undo-decision': undoDecision,
  '0011-plain-search': plainSearch,
  '0012-life': life,
  '0013-sorted-lists': sortedLists,
  '0014-open-reviews': openReviews,
  '0015-still-pending': stillPending,
  '0016-plans-change': plansChange,
  '0017-notices': notices,
  '0018-ways-back': waysBack,
  '0019-slots-that-go': slotsThatGo,
  '0020-notice-settings': noticeSettings,
  '0021-reminders': reminders,
  '0022-calendar-feeds': calendarFeeds,
  '0023-push': push,
  '0024-school-settings': schoolSettings,
  '0025-anonymous-links': anonymousLinks,
  '0026-browsers-by-id': browsersById,
  '0027-mails-of-reviews': mailsOfReviews,
  '0028-ended-passwords': endedPasswords,
  '0029-bookable-days': bookableDays,
  '0030-plan-rules': planRules,
  '0031-search-keys': searchKeys,
  '0032-list-order': listOrder,
  '0033-names-on-one-line': namesOnOneLine,
  '0034-slots-in-time': slotsInTime,
  '0036-invited-at': invitedAt,
  '0037-open-review-of-a-student': openReviewOfAStudent,
  '0038-times-tried': timesTried,
  '0039-table-names': tableNames,
  '0040-imports': imports,
  '0041-pause-and-finish': pauseAndFinish,
  '0042-archived-domains': archivedDomains,
  '0043-erasure': erasure,
  '0044-audit-actors': auditActors,
  '0045-holidays': holidays,
  '0046-last-week': lastWeek,
  '0047-references-to-people': referencesToPeople,
  '0048-work': work,
  '0049-feedback': feedback,
  '0050-insight': insight,
  '0051-falling-theory': fallingTheory,
  '0052-rubrics': rubrics,
  '0053-open-reviews-covered': openReviewsCovered,
  '0054-time-together': timeTogether,
  '0055-api-tokens': apiTokens,
  '0056-webhooks': webhooks,
  '0057-single-sign-on': singleSignOn,
  '0058-private-calendars': privateCalendars,
  '0059-insight-of-a-domain': insightOfADomain,
  '0060-email-of-an-attempt': emailOfAnAttempt,
  '0061-overdue-by-due-date': overdueByDueDate,
  '0062-reminded-by-slot': remindedBySlot,
  '0063-removed-slot-ends': removedSlotEnds,
  '0064-reviewer-of-a-draft': reviewerOfADraft,
  '0065-requested-slots-in-history': requestedSlotsInHistory,
}

/** Well below the second after which PostgreSQL looks for deadlocks, and may end a call. */
const setLockTimeout = sql`set local lock_timeout = '250ms'`
const retryForMs = 2 * minuteMs
const retryDelayMs = secondMs / 2

/**
 * Migrates the schema to the newest version, in one transaction and one process at a time. Throws a
 * readable Error if a newer Weekward has migrated the database. Calls of other processes come
 * first: if one holds a lock that a migration needs, all is rolled back and tried again.
 */
export async function migrate(db: Db): Promise<void> {
  const provider = { getMigrations: async () => (isPostgres(db) ? withLockTimeout : migrations) }
  const migrator = new Migrator({ db, provider })
  const until = performance.now() + retryForMs
  for (;;) {
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) return
    if (!isLockTimeout(error) || performance.now() > until) throw toReadableError(error)
    await wait(retryDelayMs)
  }
}

const withLockTimeout: Record<string, Migration> = Object.fromEntries(
  Object.entries(migrations).map(([name, { up }]) => [
    name,
    {
      async up(db) {
        await setLockTimeout.execute(db)
        await up(db)
      },
    },
  ]),
)

/** PostgreSQL's codes for a lock timeout and a deadlock. */
const lockCodes = new Set(['55P03', '40P01'])

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && lockCodes.has(error.code ?? '')
}

/**
 * Returns how many migrations have run, which are pending, and the first one that this version does
 * not know, which a newer Weekward has run. Changes nothing.
 */
export async function readMigrationStatus(
  db: Db,
): Promise<{ made: number; waiting: string[]; newer: string | undefined }> {
  const known = Object.keys(migrations)
  const there = isPostgres(db)
    ? sql`select where to_regclass('kysely_migration') is not null`
    : sql`select 1 from pragma_table_list where schema = 'main' and name = 'kysely_migration'`
  if ((await there.execute(db)).rows.length === 0) {
    return { made: 0, waiting: known, newer: undefined }
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const made = rows.map(({ name }) => name)
  const waiting = known.filter((name) => !made.includes(name))
  return { made: made.length, waiting, newer: findNewerMigrations(made)[0] }
}

/**
 * Creates the schema of these migrations, with the migrator's two tables, but without recording
 * them: for comparison with a backup.
 */
export async function createSchemaFromMigrations(db: Db, names: string[]): Promise<void> {
  await db.schema
    .createTable('kysely_migration')
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('kysely_migration_lock')
    .addColumn('id', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('is_locked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const [name, migration] of Object.entries(migrations)) {
    if (names.includes(name)) await migration.up(db)
  }
}

/** Returns the migrations that only a newer Weekward knows. */
export function findNewerMigrations(names: string[]): string[] {
  return names.filter((name) => !Object.hasOwn(migrations, name))
}

/** The library's message. It checks under its lock, where no other process can interfere. */
const unknownMigration = /^corrupted migrations: previously executed migration (\S+) is missing$/

function toReadableError(error: unknown): unknown {
  const [, name] = (error instanceof Error && error.message.match(unknownMigration)) || []
  return name ? new Error(formatNewerVersion(name)) : error
}

/** The error message for a database or backup with a migration of a newer Weekward. */
export function formatNewerVersion(migration: string): string {
  return `it is from a newer version of Weekward (${migration}). Use that version or a later one`
}
