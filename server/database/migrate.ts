import { type Migration, Migrator } from 'kysely/migration'
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
import type { Db } from './open.ts'

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
}

/**
 * Brings the schema to the newest version, in one transaction and one process at a time; raises an
 * Error in plain words when a newer version of Weekward has been there.
 */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw inPlainWords(error)
}

/** Makes what these migrations make, in their order, without noting them: to compare with. */
export async function makeSchemaOf(db: Db, names: string[]): Promise<void> {
  for (const [name, migration] of Object.entries(migrations)) {
    if (names.includes(name)) await migration.up(db)
  }
}

/** The migrations among these that this version does not know: a newer one has made them. */
export function newerMigrations(names: string[]): string[] {
  return names.filter((name) => !Object.hasOwn(migrations, name))
}

/** How the library says it, under its lock, where no other process can come between. */
const unknownMigration = /^corrupted migrations: previously executed migration (\S+) is missing$/

function inPlainWords(error: unknown): unknown {
  const [, name] = (error instanceof Error && error.message.match(unknownMigration)) || []
  return name ? new Error(newerVersion(name)) : error
}

/** Says that what holds this migration needs a newer version of Weekward. */
export function newerVersion(migration: string): string {
  return `it is from a newer version of Weekward (${migration}): use that version or a later one`
}
