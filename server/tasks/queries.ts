import { type RawBuilder, sql } from 'kysely'
import { searchResultsMax } from '#contract/limits/limits.ts'
import type { Db } from '#server/database/connect.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import { isActiveParticipant } from '#server/database/person-conditions.ts'
import { all, first, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** A week's task; the three lists are JSON. */
export type TaskRow = Omit<Tables['tasks'], 'created_at'>

const columns = [
  'tasks.id',
  'tasks.domain_id',
  'tasks.week',
  'tasks.personal_development',
  'tasks.technical',
  'tasks.miscellaneous',
] as const

/** Inserts a task; a unique index refuses a second one for a domain's week. */
export const insertTask = run((db, task: Values<Tables['tasks']>) =>
  db.insertInto('tasks').values(task),
)

/** Changes a task and returns it; undefined if there is none with this id. */
export const updateTask = first((db, { id, ...content }: Values<Omit<TaskRow, 'domain_id'>>) =>
  db.updateTable('tasks').set(content).where('id', '=', id).returning(columns),
)

export const updateTaskWeek = run((db, { id, week }: Values<{ id: string; week: number }>) =>
  db.updateTable('tasks').set({ week }).where('id', '=', id),
)

/** Deletes a task and returns its row; undefined if there is none. */
export const deleteTask = first((db, { id }: Values<{ id: string }>) =>
  db.deleteFrom('tasks').where('id', '=', id).returningAll(),
)

/** Counts the active students of a domain who are in one of two weeks. */
export const countStudentsInWeeks = one(
  (db, { domainId, ...weeks }: Values<{ domainId: string; first: number; second: number }>) =>
    db
      .selectFrom('people')
      .select(({ fn }) => fn.countAll<number>().as('students'))
      .where('domain_id', '=', domainId)
      .where('role', '=', 'student')
      .where('week', 'in', [weeks.first, weeks.second])
      .where(isActiveParticipant),
)

/**
 * Returns the active students of a domain who are in these weeks, with the advisor and the reviewer
 * of the open review, and whether they have not yet read of a change of their task since an instant.
 */
export const readStudentsInWeeks = all(
  (db, { domainId, since, ...weeks }: Values<WeeksOfDomain & { since: number }>) =>
    db
      .selectFrom('people')
      .leftJoin('reviews', (join) =>
        join.onRef('reviews.student_id', '=', 'people.id').on('reviews.closed_at', 'is', null),
      )
      .select(['people.id', 'people.week', 'reviews.advisor_id', 'reviews.reviewer_id'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('notifications')
            .select('notifications.id')
            .whereRef('notifications.person_id', '=', 'people.id')
            .where('notifications.kind', '=', sql.lit('task-changed'))
            .where('notifications.read_at', 'is', null)
            .where('notifications.at', '>=', since),
        ).as('has_unread'),
      )
      .where('people.domain_id', '=', domainId)
      .where('people.role', '=', 'student')
      .where('people.week', '>=', weeks.first)
      .where('people.week', '<=', weeks.last)
      .where(isActiveParticipant),
)

type WeeksOfDomain = { domainId: string; first: number; last: number }

/** Returns one task with its domain's name. */
export const readTask = first((db, { id }: Values<{ id: string }>) =>
  db
    .selectFrom('tasks')
    .innerJoin('domains', 'domains.id', 'tasks.domain_id')
    .select(columns)
    .select(['domains.name as domain_name', 'domains.archived_at', 'domains.last_week'])
    .where('tasks.id', '=', id),
)

/** Returns a domain's tasks by week, at most one a week. */
export const readDomainTasks = all((db, { domainId }: Values<{ domainId: string }>) =>
  db.selectFrom('tasks').select(columns).where('domain_id', '=', domainId).orderBy('week'),
)

/**
 * Returns the tasks of a range of weeks in several domains (`domainIds` is a JSON list), up to a
 * limit.
 */
export const readTasksInWeeks = all(
  (db, { domainIds, from, to }: Values<{ domainIds: string; from: number; to: number }>) =>
    db
      .selectFrom('tasks')
      .innerJoin('domains', 'domains.id', 'tasks.domain_id')
      .select(['tasks.id', 'tasks.week', 'tasks.domain_id', 'domains.name as domain_name'])
      .where(isInJsonList(db, 'tasks.domain_id', domainIds))
      .where('tasks.week', '>=', from)
      .where('tasks.week', '<=', to)
      .orderBy('domains.sort_key')
      .orderBy('tasks.week')
      .limit(sql.lit(searchResultsMax)),
)

export const readWeekTask = first(
  (db, { domainId, week }: Values<{ domainId: string; week: number }>) =>
    db
      .selectFrom('tasks')
      .select(columns)
      .where('domain_id', '=', domainId)
      .where('week', '=', week),
)

function selectTasksOfStudent(db: Db, studentId: RawBuilder<string>) {
  return db
    .selectFrom('tasks')
    .innerJoin('people', 'people.domain_id', 'tasks.domain_id')
    .where('people.id', '=', studentId)
    .orderBy('tasks.week')
}

export const readTasksUpToNow = all((db, { studentId }: Values<{ studentId: string }>) =>
  selectTasksOfStudent(db, studentId).select(columns).whereRef('tasks.week', '<=', 'people.week'),
)

/** Returns the later weeks for which the domain has a task. */
export const readWeeksAhead = all((db, { studentId }: Values<{ studentId: string }>) =>
  selectTasksOfStudent(db, studentId)
    .select('tasks.week')
    .whereRef('tasks.week', '>', 'people.week'),
)
