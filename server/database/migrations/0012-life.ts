import { type Kysely, sql } from 'kysely'
import { minuteMs } from '#contract/kit/time/durations.ts'

/**
 * A review knows when its slot was booked and when its first marks were saved, and its attendance
 * when both were there first. Of reviews from before, the trail and the record of the call say it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const reviews = db.schema.alterTable('reviews')
  await reviews.addColumn('booked_at', 'bigint').execute()
  await reviews.addColumn('marked_at', 'bigint').execute()
  await db.schema.alterTable('call_presence').addColumn('met_at', 'bigint').execute()
  await sql`update reviews set booked_at = ${firstLineWith(sql`'%"slot_id":"' || slot_id || '"%'`)}
    where slot_id is not null`.execute(db)
  await sql`update reviews set marked_at = ${firstLineWith(sql`'%"status":"conducted"%'`)}
    where status = 'conducted'`.execute(db)
  await findMeetings(db)
}

/** When the trail first says this of a review; null where that line is gone. */
function firstLineWith(pattern: ReturnType<typeof sql>) {
  return sql`(select min(at) from trail
    where kind = 'reviews' and subject_id = reviews.id and after like ${pattern})`
}

type Event = { person_id: string; kind: string; reason: string | null; at: number }
type Noted = {
  call_events: Event & { id: string; review_id: string }
  call_presence: { review_id: string; held_at: number; together_ms: number; met_at: number | null }
}

/** So many reviews' events are read at a time. */
const chunk = 200

async function findMeetings(of: Kysely<unknown>): Promise<void> {
  const db: Kysely<Noted> = of.withTables()
  let after = ''
  for (;;) {
    const met = await db
      .selectFrom('call_presence')
      .select(['review_id', 'held_at'])
      .where('together_ms', '>', 0)
      .where('review_id', '>', after)
      .orderBy('review_id')
      .limit(chunk)
      .execute()
    for (const { review_id, held_at } of met) {
      const events = await db
        .selectFrom('call_events')
        .select(['person_id', 'kind', 'reason', 'at'])
        .where('review_id', '=', review_id)
        .orderBy('at')
        .orderBy('id')
        .execute()
      const met_at = firstMeeting(events, held_at - 30 * minuteMs)
      await db
        .updateTable('call_presence')
        .set({ met_at })
        .where('review_id', '=', review_id)
        .execute()
    }
    const last = met.at(-1)
    if (!last) return
    after = last.review_id
  }
}

/** When two were there, from an instant on; null where the record does not say it any more. */
function firstMeeting(events: Event[], from: number): number | null {
  const here = new Set<string>()
  for (const { person_id, kind, reason, at } of events) {
    if (here.size > 1 && at > from) return from
    if (kind === 'joined') here.add(person_id)
    if (kind === 'left' && reason !== 'replaced') here.delete(person_id)
    if (here.size > 1 && at >= from) return at
  }
  return null
}
