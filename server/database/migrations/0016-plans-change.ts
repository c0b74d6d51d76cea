import { type Kysely, sql } from 'kysely'
import { keepWithOwner } from './ddl/only-added-to.ts'
import { createIndex, oneOf } from './ddl/schema-helpers.ts'

/**
 * What happens to a review is kept: bookings, moves, cancellations, wishes, slots that were lost
 * and nobody came to. Reviewers have an availability from which slots are made, and absences.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addHistory(db)
  await addRescheduleRequests(db)
  await addLostSlots(db)
  await addAvailability(db)
  // An advisor's calendar is read by when their students' slots begin.
  await sql`create index reviews_advisor_held_index on reviews (advisor_id, held_at, id)
    where held_at is not null`.execute(db)
}

const entries = [
  'booked',
  'moved',
  'asked',
  'withdrawn',
  'cancelled',
  'no-show',
  'lost',
  'marked',
  'decided',
  'undone',
]

async function addHistory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review_history')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('review_id', 'text', (column) =>
      column.notNull().references('reviews.id').onDelete('cascade'),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('what', 'text', (column) => column.notNull().check(oneOf('what', entries)))
    .addColumn('person_id', 'text', (column) => column.references('people.id'))
    .addColumn('who', 'text')
    .addColumn('reason', 'text')
    // Slots may go: what a line says of one stands in the line itself.
    .addColumn('from_slot_id', 'text')
    .addColumn('from_starts_at', 'bigint')
    .addColumn('from_reviewer_id', 'text', (column) => column.references('people.id'))
    .addColumn('to_slot_id', 'text')
    .addColumn('to_starts_at', 'bigint')
    .addColumn('to_reviewer_id', 'text', (column) => column.references('people.id'))
    .addColumn('undoes_id', 'text', (column) => column.unique())
    .execute()
  await createIndex(db, 'review_history', ['review_id', 'at', 'id'])
  await createIndex(db, 'review_history', ['at'])
  await createIndex(db, 'review_history', ['from_slot_id'])
  await fillHistory(db)
  await keepWithOwner(db, 'review_history', { table: 'reviews', column: 'review_id' })
}

/** What the reviews that are there still know of themselves. */
async function fillHistory(db: Kysely<unknown>): Promise<void> {
  const steps = [
    ['booked', 'booked_at', 'advisor_id'],
    ['marked', 'marked_at', 'reviewer_id'],
    ['decided', 'closed_at', 'advisor_id'],
  ] as const
  for (const [what, at, whose] of steps) {
    const isBooking = what === 'booked'
    const slot = (column: string) => (isBooking ? sql.ref(column) : sql`null`)
    const isThere = isBooking ? sql`and slot_id is not null` : sql``
    await sql`insert into review_history
      (id, review_id, at, what, person_id, to_slot_id, to_starts_at, to_reviewer_id)
      select id || ${sql.lit(`-${what}`)}, id, ${sql.ref(at)}, ${sql.lit(what)}, ${sql.ref(whose)},
        ${slot('slot_id')}, ${slot('held_at')}, ${slot('reviewer_id')}
      from reviews where ${sql.ref(at)} is not null ${isThere}`.execute(db)
  }
}

async function addRescheduleRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('wishes')
    .addColumn('review_id', 'text', (column) =>
      column.primaryKey().references('reviews.id').onDelete('cascade'),
    )
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await db.schema
    .createTable('wish_slots')
    .addColumn('review_id', 'text', (column) =>
      column.notNull().references('wishes.review_id').onDelete('cascade'),
    )
    .addColumn('slot_id', 'text', (column) =>
      column.notNull().references('slots.id').onDelete('cascade'),
    )
    .addColumn('place', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('wish_slots_pkey', ['review_id', 'slot_id'])
    .execute()
  await createIndex(db, 'wish_slots', ['slot_id'])
  await db.schema
    .createTable('advisor_settings')
    .addColumn('advisor_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('move_by_itself', 'text', (column) =>
      column.notNull().check(oneOf('move_by_itself', ['ask', 'same-day'])),
    )
    .execute()
}

async function addLostSlots(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reviews').addColumn('lost_starts_at', 'bigint').execute()
  await sql`alter table reviews add column lost_reviewer_id text references people (id)
    check ((lost_reviewer_id is null) = (lost_starts_at is null))`.execute(db)
  await db.schema
    .createTable('no_shows')
    .addColumn('slot_id', 'text', (column) => column.primaryKey().references('slots.id'))
    .addColumn('review_id', 'text', (column) => column.notNull().references('reviews.id'))
    .addColumn('who', 'text', (column) =>
      column.notNull().check(oneOf('who', ['student', 'reviewer'])),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'no_shows', ['review_id'])
}

async function addAvailability(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('slots')
    .addColumn('is_made', 'integer', (column) =>
      column.notNull().defaultTo(0).check(sql`is_made in (0, 1)`),
    )
    .execute()
  await db.schema
    .createTable('availabilities')
    .addColumn('reviewer_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('buffer', 'integer', (column) => column.notNull())
    .addColumn('most_a_day', 'integer')
    .addColumn('notice', 'integer', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('availability_blocks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('reviewer_id', 'text', (column) =>
      column.notNull().references('availabilities.reviewer_id').onDelete('cascade'),
    )
    .addColumn('weekday', 'integer', (column) => column.notNull())
    .addColumn('time_from', 'text', (column) => column.notNull())
    .addColumn('time_to', 'text', (column) => column.notNull())
    .addColumn('review_time', 'integer', (column) => column.notNull())
    .addColumn('every_weeks', 'integer', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .addColumn('until', 'text')
    .execute()
  await createIndex(db, 'availability_blocks', ['reviewer_id'])
  await db.schema
    .createTable('absences')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('reviewer_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('date_from', 'text', (column) => column.notNull())
    .addColumn('date_to', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'absences', ['reviewer_id', 'date_to'])
  await db.schema
    .createTable('removed_slots')
    .addColumn('reviewer_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('removed_slots_pkey', ['reviewer_id', 'starts_at'])
    .execute()
}
