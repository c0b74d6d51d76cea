import { feedPath } from '#contract/calendar/feed.ts'
import { formatEntry } from '#contract/calendar/format-entry.ts'
import { isoInstant } from '#contract/kit/time/iso.ts'
import { dayMs } from '#contract/kit/time/time.ts'
import { feedDays } from '#contract/limits/calendar.ts'
import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { CalendarEvent } from '#server/kit/calendar/write-calendar.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret, newSecret } from '#server/kit/id.ts'
import {
  deleteFeed,
  type EntryRow,
  readEntries,
  readFeed,
  readSubscriber,
  readVersions,
  saveFeed,
} from './queries.ts'
import { getCachedText } from './text-cache.ts'

/** Makes the address of a person's feed, which nobody is told again; the one before it dies. */
export async function makeFeedLink(
  context: Context<Tx>,
  personId: string,
): Promise<{ url: string }> {
  const { db, clock, settings } = context
  const secret = newSecret()
  await saveFeed(db, {
    ...{ person_id: personId, secret_hash: hashSecret(secret), made_at: clock() },
  })
  const [before, after] = [{ calendar_link: null }, { calendar_link: 'made' }]
  await recordAudit(context, { kind: 'people', id: personId, before, after })
  return { url: settings.appUrl + feedPath(secret) }
}

/** Ends the address of a person's feed, if there is one: it shows nothing any more. */
export async function revokeFeedLink({ db }: Context<Tx>, personId: string): Promise<void> {
  await deleteFeed(db, { personId })
}

/** When that address was made; null where there is none. */
export async function getFeedLink(
  { db }: Context,
  personId: string,
): Promise<{ madeAt: string | null }> {
  const feed = await readFeed(db, { personId })
  return { madeAt: feed ? isoInstant(feed.made_at) : null }
}

/** A feed as it is now: its tag, and the text, which who knows the tag has no need of. */
type Feed = { tag: string; text: string | null }

/**
 * What an address tells: the reviews of the last 90 days and all that are ahead, of an admin those of
 * the school that are ahead. The text is not written for who has it already, as `isKnown` says of its
 * tag. Undefined for an address that is none, or not any more, and for whoever is blocked.
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
  const versions = await readVersions[role](db, asked)
  // Nobody's name changes: what else the text holds is the school's own.
  const said = [role, versions, appUrl, schoolName, mailFrom]
  const tag = hashSecret(JSON.stringify(said))
  if (isKnown(tag)) return { tag, text: null }
  const text = await getCachedText(tag, async () => {
    const { writeCalendar } = await import('#server/kit/calendar/write-calendar.ts')
    const rows = await readEntries[role](db, asked)
    const entries = rows.map((row) => toCalendarEntry(row, { role, appUrl }))
    return writeCalendar(context, entries, { method: 'PUBLISH', name: `${schoolName}: reviews` })
  })
  return { tag, text }
}

/** A review with its slot as an entry, in words for a reader. */
export function toCalendarEntry(
  row: EntryRow,
  reader: { role: Role; appUrl: string },
): CalendarEvent {
  const { id, week, student, reviewer, sequence, starts_at: startsAt, ends_at: endsAt } = row
  const words = formatEntry({ review: id, week, student, reviewer }, reader)
  return { id, sequence, startsAt, endsAt, ...words }
}
