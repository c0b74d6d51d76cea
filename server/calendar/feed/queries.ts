import { type SelectQueryBuilder, sql } from 'kysely'
import { feedMax } from '#contract/limits/calendar.ts'
import { mapRoles, type Role, roles } from '#contract/roles.ts'
import { calendarEntrySequence } from '#server/database/calendar-entry-sequence.ts'
import type { Db } from '#server/database/connect.ts'
import { isActive } from '#server/database/person-conditions.ts'
import { all, first, run, type Values } from '#server/database/query.ts'
import { saveSecretIn } from '#server/database/save-link-secret.ts'
import type { Tables } from '#server/database/tables.ts'

/** Stores a feed address, replacing the previous one. */
export const saveFeed = saveSecretIn('calendar_feeds')

/** When the feed address of a person was created. */
export const readFeed = first((db, { personId }: Values<{ personId: string }>) =>
  db.selectFrom('calendar_feeds').select('made_at').where('person_id', '=', personId),
)

/** Deletes the feed address of a person, if there is one. */
export const deleteFeed = run((db, { personId }: Values<{ personId: string }>) =>
  db.deleteFrom('calendar_feeds').where('person_id', '=', personId),
)

/** The person whose feed address this is, unless they are blocked. */
export const readSubscriber = first((db, { secretHash }: Values<{ secretHash: string }>) =>
  db
    .selectFrom('calendar_feeds')
    .innerJoin('people', 'people.id', 'calendar_feeds.person_id')
    .select(['people.id', 'people.role'])
    .where('calendar_feeds.secret_hash', '=', secretHash)
    .where(isActive),
)

/** Whose reviews, and the earliest start of their slots (ms since 1970). */
type Asked = { personId: string; since: number }
type Held = SelectQueryBuilder<Tables, 'reviews' | 'slots', object>

const selectHeld = (db: Db): Held =>
  db.selectFrom('reviews').innerJoin('slots', 'slots.id', 'reviews.slot_id')

/** The reviews of each role: one's own, or for an admin the school's. Each uses its own index. */
const filterFor: Record<Role, (held: Held, asked: Values<Asked>) => Held> = {
  student: (held, { personId, since }) =>
    held.where('reviews.student_id', '=', personId).where('slots.starts_at', '>=', since),
  advisor: (held, { personId, since }) =>
    held.where('reviews.advisor_id', '=', personId).where('reviews.held_at', '>=', since),
  reviewer: (held, { personId, since }) =>
    held.where('slots.reviewer_id', '=', personId).where('slots.starts_at', '>=', since),
  admin: (held, { since }) => held.where('slots.starts_at', '>=', since),
}

/** If there are very many: the latest of a person, or the first of the whole school. */
function selectFeedReviews(db: Db, role: Role, asked: Values<Asked>): Held {
  return filterFor[role](selectHeld(db), asked)
    .orderBy('slots.starts_at', role === 'admin' ? 'asc' : 'desc')
    .orderBy('slots.id')
    .limit(sql.lit(feedMax))
}

const selectEntries = (held: Held) =>
  held
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .innerJoin('people as reviewer', 'reviewer.id', 'slots.reviewer_id')
    .select(['reviews.id', 'reviews.week', 'slots.starts_at', 'slots.ends_at'])
    .select([
      'student.name as student',
      'reviewer.name as reviewer',
      calendarEntrySequence.as('sequence'),
    ])

export type EntryRow = Awaited<
  ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>
>

/** The reviews of a feed with everything that the entries show. */
export const readEntries = mapRoles(roles, (role) =>
  all((db, asked: Values<Asked>) => selectEntries(selectFeedReviews(db, role, asked))),
)

/** One review with everything that its entry shows; undefined if it has no slot. */
export const readEntry = first((db, { id }: Values<{ id: string }>) =>
  selectEntries(selectHeld(db)).where('reviews.id', '=', id),
)
