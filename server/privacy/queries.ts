import { type RawBuilder, sql } from 'kysely'
import { roles } from '#contract/roles.ts'
import { type Db, isPostgres } from '#server/database/connect.ts'
import { isNotParticipating } from '#server/database/person-conditions.ts'
import { all, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Person = { id: string }
type Addressee = Person & { email: string }

/** Returns a person of any role who is not erased. */
export const readDataSubject = first((db, { id }: Values<Person>) =>
  db
    .selectFrom('people')
    .select(['id', 'role', 'name', 'email'])
    .where('id', '=', id)
    .where('erased_at', 'is', null),
)

/** Counts the people who are erased, among the few who are blocked. */
export const countErased = one((db) =>
  db
    .selectFrom('people')
    .select(db.fn.countAll<number>().as('count'))
    // With the role, SQLite searches the index of the few who are inactive.
    .where('role', 'in', [...roles])
    .where(isNotParticipating)
    .where('erased_at', 'is not', null),
)

/** Returns the open reviews of a student, in a reviewer's slots or with an advisor. */
export const readOpenReviews = all((db, { id }: Values<Person>) =>
  db
    .selectFrom('reviews')
    .select(['id', 'student_id', 'advisor_id', 'status'])
    .where('closed_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('student_id', '=', id), eb('reviewer_id', '=', id), eb('advisor_id', '=', id)]),
    ),
)

/** Locks a person's notifications, so that none of them becomes a mail meanwhile. */
export const lockNotifications = all((db, { id }: Values<Person>) =>
  db.selectFrom('notifications').select('id').where('person_id', '=', id).forUpdate(),
)

export const lockMailsTo = all((db, { id, email }: Values<Addressee>) =>
  db
    .selectFrom('outbox')
    .select(['id', 'sent_at', 'claimed_until'])
    .where(({ or, eb }) => or([eb('person_id', '=', id), eb('recipient', '=', email)]))
    .forUpdate(),
)

/** Opens, for this transaction, the texts that are otherwise never changed. */
export const allowTextErasure = run((db, { id }: Values<Person>) =>
  db.insertInto('erasing').values({ person_id: id }),
)

/** Closes them again. */
export const disallowTextErasure = run((db) => db.deleteFrom('erasing'))

type Stub = Pick<Tables['people'], 'id' | 'name' | 'email' | 'search_key' | 'sort_key'> & {
  now: number
}

/** Turns a person into a stub, who is blocked. */
export const updateToStub = run((db, { id, now, ...stub }: Values<Stub>) =>
  db
    .updateTable('people')
    .set({ ...stub, erased_at: now })
    .set((set) => ({ blocked_at: set.fn.coalesce('blocked_at', now) }))
    .where('id', '=', id),
)

export const closeReview = run((db, { id, now }: Values<Person & { now: number }>) =>
  db.updateTable('reviews').set({ closed_at: now }).where('id', '=', id),
)

/** SQL condition: whether one of the columns contains one of the texts. */
export function containsAny(
  db: Db,
  columns: readonly string[],
  texts: readonly string[],
): RawBuilder<boolean> {
  const find = sql.raw(isPostgres(db) ? 'strpos' : 'instr')
  const each = columns.flatMap((column) =>
    texts.map((text) => sql`${find}(coalesce(${sql.ref(column)}, ''), ${text}) > 0`),
  )
  return sql`(${sql.join(each, sql` or `)})`
}
