import {
  type Expression,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { AuditKind } from '#contract/kit/kinds/audited-row-kind.ts'
import type { Db } from '#server/database/connect.ts'
import { defineListWithDeferredJoin, type PageOrder } from '#server/database/list/paginate.ts'
import { type SearchWords, selectMatchingPeople } from '#server/database/list/search.ts'
import type { Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Filters of the audit log; `from` (inclusive) and `until` (exclusive) are in ms since 1970. */
type Wanted = SearchWords & {
  /** The person who changed, or whose review did; the search does not count then. */
  person?: string | undefined
  kind?: AuditKind | undefined
  from?: number | undefined
  until?: number | undefined
}

type Lines = SelectQueryBuilder<Tables, 'audit_log', Selectable<Tables['audit_log']>>

function selectLines(db: Db, { person, kind, from, until, ...words }: Values<Wanted>): Lines {
  let lines = person ? linesAbout(db, person) : searchLines(db, words)
  if (kind) lines = lines.where('kind', '=', kind)
  if (from) lines = lines.where('at', '>=', from)
  if (until) lines = lines.where('at', '<', until)
  return lines
}

/** Selects entries about a person or, for a student, their reviews. */
function linesAbout(db: Db, person: RawBuilder<string>): Lines {
  // As one list of ids, for which both databases use the index of subjects.
  const ids = sql`select cast(${person} as text)
    union all select id from reviews where student_id = ${person}`
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where(sql<boolean>`audit_log.subject_id in (${ids})`)
}

/** Selects entries whose actor, subject or review's student matches the search, if there is one. */
function searchLines(db: Db, words: Values<SearchWords>): Lines {
  if (!words.search) return db.selectFrom('audit_log').selectAll()
  // `coalesce` keeps the indexes of actor and subject unused: a person named in most entries would
  // make the database fetch and sort them all.
  const among = (column: string, ids: Expression<{ id: string }>) =>
    sql<boolean>`coalesce(${sql.ref(column)}, '') in (${ids})`
  return db
    .with(
      (part) => part('matching').materialized(),
      () => selectMatchingPeople(db, words),
    )
    .selectFrom('audit_log')
    .selectAll()
    .where(({ or, selectFrom }) => {
      const matching = selectFrom('matching').select('matching.id')
      const theirs = selectFrom('reviews').select('reviews.id').where('student_id', 'in', matching)
      return or([
        among('audit_log.person_id', matching),
        among('audit_log.subject_id', matching),
        among('audit_log.subject_id', theirs),
      ])
    })
}

function selectWithNames(db: Db, lines: Lines) {
  return db
    .selectFrom(lines.as('audit_log'))
    .leftJoin('people as doer', 'doer.id', 'audit_log.person_id')
    .leftJoin('reviews', 'reviews.id', 'audit_log.subject_id')
    .leftJoin('domains', 'domains.id', 'audit_log.subject_id')
    .leftJoin('webhooks', 'webhooks.id', 'audit_log.subject_id')
    .leftJoin('people as subject', (join) =>
      join.on('subject.id', '=', ({ fn, ref }) =>
        fn.coalesce('reviews.student_id', ref('audit_log.subject_id')),
      ),
    )
    .selectAll('audit_log')
    .select(['doer.name as doer_name', 'doer.email as doer_email', 'doer.role as doer_role'])
    .select(({ fn }) => fn.coalesce('subject.name', 'domains.name').as('subject_name'))
    .select('webhooks.url as webhook_url')
}

const newestFirst: PageOrder<{ at: number; id: string }> = {
  order: { columns: ['audit_log.at', 'audit_log.id'], direction: 'desc' },
  keyOf: ({ at, id }) => [at, id],
}

/** Returns a page of the audit log, newest first, with the names of actor and subject. */
export const readAuditLog = defineListWithDeferredJoin(newestFirst, selectLines, selectWithNames)

/** Returns the entries in which these people were removed: `before` has their details. */
export function readPeopleRemovals(db: Db, ids: string[]) {
  return db
    .selectFrom('audit_log')
    .select(['subject_id', 'before'])
    .where('subject_id', 'in', ids)
    .where('kind', '=', 'people')
    .where('after', 'is', null)
    .execute()
}

export function readPeopleByIds(db: Db, ids: string[]) {
  return db
    .selectFrom('people')
    .select(['id as _id', 'name', 'role'])
    .where('id', 'in', ids)
    .execute()
}

export function readDomainsByIds(db: Db, ids: string[]) {
  return db.selectFrom('domains').select(['id as _id', 'name']).where('id', 'in', ids).execute()
}

/** Returns the tasks with these ids, each with its domain. */
export function readTasksByIds(db: Db, ids: string[]) {
  return db
    .selectFrom('tasks')
    .innerJoin('domains', 'domains.id', 'tasks.domain_id')
    .select(['tasks.id as _id', 'week', 'domain_id', 'domains.name as domain'])
    .where('tasks.id', 'in', ids)
    .execute()
}

/** Returns the slots with these ids, each with its reviewer. */
export function readSlotsByIds(db: Db, ids: string[]) {
  return db
    .selectFrom('slots')
    .innerJoin('people', 'people.id', 'slots.reviewer_id')
    .select(['slots.id as _id', 'starts_at', 'reviewer_id', 'people.name as reviewer'])
    .where('slots.id', 'in', ids)
    .execute()
}

/** Returns the reviews with these ids, each with its student. */
export function readReviewsByIds(db: Db, ids: string[]) {
  return db
    .selectFrom('reviews')
    .innerJoin('people', 'people.id', 'reviews.student_id')
    .select(['reviews.id as _id', 'reviews.week', 'student_id', 'people.name as student'])
    .where('reviews.id', 'in', ids)
    .execute()
}
