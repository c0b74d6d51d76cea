import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { orderedText } from './ddl/ordered-text.ts'
import { createIndex, oneOf } from './ddl/schema-helpers.ts'
import { forbidSlotOverlap } from './ddl/slot-overlap.ts'

/** The first schema. Unique constraints are named table_column_key on both databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPeople(db)
  await createDomains(db)
  await createReviews(db)
  await createOutbox(db)
}

const between = (column: string, least: number, most: number) =>
  sql<boolean>`${sql.ref(column)} between ${sql.lit(least)} and ${sql.lit(most)}`

const isWeek = between('week', 1, 30)

async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('domains')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', orderedText(db), (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('domains_name_key_key', ['name_key'])
    .execute()

  await db.schema
    .createTable('people')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) =>
      column.notNull().check(oneOf('role', ['student', 'advisor', 'reviewer', 'admin'])),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().check(sql`email = lower(email)`))
    .addColumn('search_key', orderedText(db), (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('verified_at', 'bigint')
    .addColumn('blocked_at', 'bigint')
    .addColumn('number', 'text')
    .addColumn('gender', 'text')
    .addColumn('qualification', 'text')
    .addColumn('address', 'text')
    .addColumn('dob', 'text')
    .addColumn('age', 'integer')
    .addColumn('domain_id', 'text', (column) => column.references('domains.id'))
    .addColumn('week', 'integer', (column) => column.check(isWeek))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('people_email_key', ['email'])
    .addCheckConstraint(
      'people_verified_student_has_place',
      sql`role <> 'student' or verified_at is null or (domain_id is not null and week is not null)`,
    )
    .execute()
  await createIndex(db, 'people', ['role', 'search_key', 'id'])
  await createIndex(db, 'people', ['domain_id', 'role', 'search_key', 'id'])

  await db.schema
    .createTable('reviewer_domains')
    .addColumn('reviewer_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('domain_id', 'text', (column) => column.notNull().references('domains.id'))
    .addPrimaryKeyConstraint('reviewer_domains_pkey', ['reviewer_id', 'domain_id'])
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'sessions', ['person_id'])

  await db.schema
    .createTable('login_failures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('failed_at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'login_failures', ['email', 'failed_at'])
  await createIndex(db, 'login_failures', ['address', 'failed_at'])

  await db.schema
    .createTable('invitations')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('invitations_secret_hash_key', ['secret_hash'])
    .execute()
}

async function createDomains(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tasks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('domain_id', 'text', (column) => column.notNull().references('domains.id'))
    .addColumn('week', 'integer', (column) => column.notNull().check(isWeek))
    .addColumn('personal_development', 'text', (column) => column.notNull())
    .addColumn('technical', 'text', (column) => column.notNull())
    .addColumn('miscellaneous', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('tasks_domain_id_key', ['domain_id', 'week'])
    .execute()
}

const mark = (name: string) => (column: ColumnDefinitionBuilder) =>
  column
    .notNull()
    .defaultTo(0)
    .check(between(name, 0, 100))

const taskState = (name: string) => (column: ColumnDefinitionBuilder) =>
  column
    .notNull()
    .defaultTo('Not added')
    .check(oneOf(name, ['Not added', 'completed']))

async function createReviews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('slots')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('reviewer_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('slots_end_after_start', sql`ends_at > starts_at`)
    .execute()
  await forbidSlotOverlap(db)
  await createIndex(db, 'slots', ['reviewer_id', 'starts_at', 'id'])

  await db.schema
    .createTable('reviews')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('student_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('advisor_id', 'text', (column) => column.references('people.id'))
    .addColumn('week', 'integer', (column) => column.notNull().check(isWeek))
    .addColumn('status', 'text', (column) =>
      column.notNull().check(oneOf('status', ['not-scheduled', 'review-scheduled', 'conducted'])),
    )
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('slot_id', 'text', (column) => column.references('slots.id'))
    .addColumn('follows_id', 'text', (column) => column.references('reviews.id'))
    .addColumn('closed_at', 'bigint')
    .addColumn('code', 'double precision', mark('code'))
    .addColumn('theory', 'double precision', mark('theory'))
    .addColumn('week_status', 'text', (column) =>
      column
        .notNull()
        .defaultTo('')
        .check(
          oneOf('week_status', [
            'Task Completed',
            'Task Needs Improvement',
            'Task Critical',
            'Week Repeat',
            '',
          ]),
        ),
    )
    .addColumn('pending_task', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('seminar', 'text', taskState('seminar'))
    .addColumn('progress', 'text', taskState('progress'))
    .addColumn('typing', 'text', taskState('typing'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('reviews_slot_id_key', ['slot_id'])
    .addUniqueConstraint('reviews_follows_id_key', ['follows_id'])
    .addCheckConstraint(
      'reviews_slot_fits_status',
      sql`(status = 'not-scheduled') = (slot_id is null)`,
    )
    .execute()
  await createIndex(db, 'reviews', ['student_id', 'id'])
  await createIndex(db, 'reviews', ['advisor_id', 'id'])
  await createIndex(db, 'reviews', ['advisor_id', 'status', 'due_at', 'id'])
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .execute()
  await createIndex(db, 'outbox', ['sent_at', 'due_at'])

  await db.schema
    .createTable('facts')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
