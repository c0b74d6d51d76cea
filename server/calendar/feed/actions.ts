import { getFeedPath } from '#contract/calendar/feed.ts'
import { formatCalendarEntry } from '#contract/calendar/format-calendar-entry.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { feedDays } from '#contract/limits/calendar.ts'
import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { CalendarEvent } from '#server/kit/calendar/write-calendar.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import { version } from '#server/kit/ops/version.ts'
import {
  deleteFeed,
  type EntryRow,
  readEntries,
  readFeed,
  readSubscriber,
  saveFeed,
} from './queries.ts'
import { getCachedText } from './text-cache.ts'

/** Creates a new feed address, which is returned only once, and invalidates the old one. */
export async function makeFeedLink(
  context: Context<Tx>,
  personId: string,
): Promise<{ url: string }> {
  const { db, clock, settings } = context
  const secret = newSecret()
  await saveFeed(db, {
    person_id: personId,
    secret_hash: hashSecret(secret),
    made_at: clock(),
  })
  const [before, after] = [{ calendar_link: null }, { calendar_link: 'made' }]
  await recordAudit(context, { kind: 'people', id: personId, before, after })
  return { url: settings.appUrl + getFeedPath(secret) }
}

/** Deletes the feed address of a person, if there is one. */
export async function revokeFeedLink({ db }: Context<Tx>, personId: string): Promise<void> {
  await deleteFeed(db, { personId })
}

/** When the feed address was created; null if there is none. */
export async function getFeedStatus(
  { db }: Context,
  personId: string,
): Promise<{ madeAt: string | null }> {
  const feed = await readFeed(db, { personId })
  return { madeAt: feed ? toIsoInstant(feed.made_at) : null }
}

/** The current version of a feed; its text is null if the client already has this tag. */
type Feed = { tag: string; text: string | null }

/**
 * The feed of an address: the reviews of the last 90 days and all upcoming ones; for an admin the
 * upcoming ones of the school. The text is null if `isKnown` accepts the tag. Undefined for an
 * unknown or deleted address, and for a blocked person.
 */
export async function findFeed(
  context: Context,
  secret: string,
  isKnown: (tag: string) => boolean,
): Promise<Feed | undefined> {
  const { db, clock, settings } = context
  const reader = await readSubscriber(db, { secretHash: hashSecret(secret) })
  if (!reader) return undefined
  const { id: personId, role } = reader
  const since = clock() - (role === 'admin' ? 0 : feedDays * dayMs)
  const asked = { personId, since }
  const { appUrl, schoolName, mailFrom } = settings
  const rows = await readEntries[role](db, asked)
  // A later version may word the entries differently.
  const tag = hashSecret(JSON.stringify([version, role, rows, appUrl, schoolName, mailFrom]))
  if (isKnown(tag)) return { tag, text: null }
  const text = await getCachedText(tag, async () => {
    const { writeCalendar } = await import('#server/kit/calendar/write-calendar.ts')
    const entries = rows.map((row) => toCalendarEntry(row, { role, appUrl }))
    return writeCalendar(context, entries, { method: 'PUBLISH', name: `${schoolName}: reviews` })
  })
  return { tag, text }
}

/** Converts a booked review to a calendar entry with texts for the reader. */
export function toCalendarEntry(
  row: EntryRow,
  reader: { role: Role; appUrl: string },
): CalendarEvent {
  const { id, week, student, reviewer, sequence, starts_at: startsAt, ends_at: endsAt } = row
  const words = formatCalendarEntry({ review: id, week, student, reviewer }, reader)
  return { id, sequence, startsAt, endsAt, ...words }
}
