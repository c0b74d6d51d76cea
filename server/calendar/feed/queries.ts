import { type SelectQueryBuilder, sql } from 'kysely'
import { feedMax } from '#contract/limits/calendar.ts'
import { forRoles, type Role, roles } from '#contract/roles.ts'
import { calendarSequence } from '#server/database/calendar-sequence.ts'
import { isActive } from '#server/database/is-active-person.ts'
import { saveSecretIn } from '#server/database/link-secrets.ts'
import type { Db } from '#server/database/open.ts'
import { all, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Stores the address of a person's feed in the place of the one before it. */
export const saveFeed = saveSecretIn('calendar_feeds')

/** When the address of a person's feed was made. */
export const readFeed = first((db, { personId }: Values<{ personId: string }>) =>
  db.selectFrom('calendar_feeds').select('made_at').where('person_id', '=', personId),
)

/** Removes the address of a person's feed, if there is one. */
export const deleteFeed = run((db, { personId }: Values<{ personId: string }>) =>
  db.deleteFrom('calendar_feeds').where('person_id', '=', personId),
)

/** Whose feed an address is; nobody's of somebody who is blocked. */
export const readSubscriber = first((db, { secretHash }: Values<{ secretHash: string }>) =>
  db
    .selectFrom('calendar_feeds')
    .innerJoin('people', 'people.id', 'calendar_feeds.person_id')
    .select(['people.id', 'people.role'])
    .where('calendar_feeds.secret_hash', '=', secretHash)
    .where(isActive),
)

/** Whose reviews, and since when (ms since 1970) their slots begin. */
type Asked = { personId: string; since: number }
type Held = SelectQueryBuilder<Tables, 'reviews' | 'slots', object>

const selectHeld = (db: Db): Held =>
  db.selectFrom('reviews').innerJoin('slots', 'slots.id', 'reviews.slot_id')

/** By role: those of whoever has reviews, and of an admin the school's, each by an index of its own. */
const filterFor: Record<Role, (held: Held, asked: Values<Asked>) => Held> = {
  student: (held, { personId, since }) =>
    held.where('reviews.student_id', '=', personId).where('slots.starts_at', '>=', since),
  advisor: (held, { personId, since }) =>
    held.where('reviews.advisor_id', '=', personId).where('reviews.held_at', '>=', since),
  reviewer: (held, { personId, since }) =>
    held.where('slots.reviewer_id', '=', personId).where('slots.starts_at', '>=', since),
  admin: (held, { since }) => held.where('slots.starts_at', '>=', since),
}

/** Of very many the latest; of the whole school's those that come first. */
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
      calendarSequence.as('sequence'),
    ])

export type EntryRow = Awaited<
  ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>
>

/** The reviews of a feed, each with how much has become of it: no more than says whether it changed. */
export const readVersions = forRoles(roles, (role) =>
  all((db, asked: Values<Asked>) =>
    selectFeedReviews(db, role, asked).select(['reviews.id', calendarSequence.as('sequence')]),
  ),
)

/** The same with all that their entries say. */
export const readEntries = forRoles(roles, (role) =>
  all((db, asked: Values<Asked>) => selectEntries(selectFeedReviews(db, role, asked))),
)

/** The same of one review; undefined where it has no slot. */
export const readEntry = first((db, { id }: Values<{ id: string }>) =>
  selectEntries(selectHeld(db)).where('reviews.id', '=', id),
)
