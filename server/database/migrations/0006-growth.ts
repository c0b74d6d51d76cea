import { type Kysely, sql } from 'kysely'
import { createPeopleSearch } from './ddl/people-search.ts'
import { createIndex } from './ddl/schema-helpers.ts'
import { copySlotToReview } from './ddl/slot-copy.ts'

/**
 * What keeps lists and searches as fast in a large school as in a small one: an index for each
 * order in which a list is read, and one for what a name contains.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addSlotToReviews(db)
  await indexReviews(db)
  await indexAuditLog(db)
  await createIndex(db, 'slots', ['starts_at'])
  await createPeopleSearch(db)
  await indexPeopleCounts(db)
}

/** A review knows whose slot it has and when that begins: lists are ordered by it. */
async function addSlotToReviews(db: Kysely<unknown>): Promise<void> {
  const reviews = db.schema.alterTable('reviews')
  await reviews.addColumn('reviewer_id', 'text').execute()
  await reviews.addColumn('held_at', 'bigint').execute()
  await sql`update reviews set
    reviewer_id = (select reviewer_id from slots where slots.id = slot_id),
    held_at = (select starts_at from slots where slots.id = slot_id)
    where slot_id is not null`.execute(db)
  await copySlotToReview(db)
}

const open = 'closed_at is null'
const waiting = `status = 'not-scheduled' and ${open}`
const booked = `status = 'review-scheduled' and ${open}`
const hasSlot = 'reviewer_id is not null'

/** By name: whose reviews, what they are ordered by, and which of them are in the index. */
const reviewIndexes: Record<string, [columns: string, only?: string]> = {
  reviews_advisor_status_index: ['advisor_id, status, id'],
  reviews_advisor_week_index: ['advisor_id, week, id'],
  reviews_advisor_open_index: ['advisor_id, id', open],
  reviews_advisor_waiting_index: ['advisor_id, due_at, id', waiting],
  reviews_advisor_booked_index: ['advisor_id, held_at, id', booked],
  reviews_reviewer_index: ['reviewer_id, id', hasSlot],
  reviews_reviewer_status_index: ['reviewer_id, status, id', hasSlot],
  reviews_reviewer_week_index: ['reviewer_id, week, id', hasSlot],
  reviews_reviewer_open_index: ['reviewer_id, id', `${hasSlot} and ${open}`],
  reviews_reviewer_booked_index: ['reviewer_id, held_at, id', booked],
  // What the admin's home counts, without a look at the reviews themselves.
  reviews_open_counts_index: ['status, due_at', open],
}

async function indexReviews(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('reviews_advisor_id_status_due_at_id_index').execute()
  for (const [name, [columns, only]] of Object.entries(reviewIndexes)) {
    await sql`create index ${sql.ref(name)} on reviews (${sql.raw(columns)})
      ${only ? sql`where ${sql.raw(only)}` : sql``}`.execute(db)
  }
}

/** The trail is read by when its lines were written, which dates narrow without looking further. */
async function indexAuditLog(db: Kysely<unknown>): Promise<void> {
  for (const columns of ['person_id_id', 'kind_id', 'at']) {
    await db.schema.dropIndex(`trail_${columns}_index`).execute()
  }
  for (const columns of [['at', 'id'], ['kind', 'at', 'id'], ['person_id'], ['subject_id']]) {
    await createIndex(db, 'trail', columns)
  }
}

/** What the admin's home counts of people stands in this index, in the order of its groups. */
async function indexPeopleCounts(db: Kysely<unknown>): Promise<void> {
  await createIndex(
    db,
    'people',
    ['role', 'domain_id', 'week', 'verified_at', 'blocked_at'],
    'people_counts_index',
  )
}
