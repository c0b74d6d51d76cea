import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'

/** What can be changed of a task; the three lists are JSON. */
export type TaskContent = {
  week: number
  personal_development: string
  technical: string
  miscellaneous: string
}

export type TaskRow = TaskContent & { id: string; domain_id: string }

const columns = [
  'tasks.id',
  'tasks.domain_id',
  'tasks.week',
  'tasks.personal_development',
  'tasks.technical',
  'tasks.miscellaneous',
] as const

/** Adds a task; the database refuses a second one for a domain's week. */
export async function insertTask(db: Db, task: TaskRow & { created_at: number }): Promise<void> {
  await inserted.all(db, task)
}

const content = ['week', 'personal_development', 'technical', 'miscellaneous'] as const

const inserted = prepared(
  ['id', 'domain_id', ...content, 'created_at'],
  (db, task: Gaps<TaskRow & { created_at: number }>) => db.insertInto('tasks').values(task),
)

/** Changes a task and returns it; undefined if there is none with this id. */
export function updateTask(db: Db, id: string, content: TaskContent): Promise<TaskRow | undefined> {
  return updated.first(db, { id, ...content })
}

const updated = prepared(
  ['id', ...content],
  (db, { id, ...content }: Gaps<{ id: string } & TaskContent>) =>
    db.updateTable('tasks').set(content).where('id', '=', id).returning(columns),
)

/** One task, with its domain's name. */
export function readTask(
  db: Db,
  id: string,
): Promise<(TaskRow & { domain_name: string }) | undefined> {
  return one.first(db, { id })
}

const one = prepared(['id'], (db, { id }: Gaps<{ id: string }>) =>
  db
    .selectFrom('tasks')
    .innerJoin('domains', 'domains.id', 'tasks.domain_id')
    .select(columns)
    .select('domains.name as domain_name')
    .where('tasks.id', '=', id),
)

/** A domain's tasks, by week: at most one for each. */
export function readDomainTasks(db: Db, domainId: string): Promise<TaskRow[]> {
  return ofDomain.all(db, { domainId })
}

const ofDomain = prepared(['domainId'], (db, { domainId }: Gaps<{ domainId: string }>) =>
  db.selectFrom('tasks').select(columns).where('domain_id', '=', domainId).orderBy('week'),
)

/** The task of a domain's week. */
export function readWeekTask(db: Db, domainId: string, week: number): Promise<TaskRow | undefined> {
  return ofWeek.first(db, { domainId, week })
}

const ofWeek = prepared(
  ['domainId', 'week'],
  (db, { domainId, week }: Gaps<{ domainId: string; week: number }>) =>
    db
      .selectFrom('tasks')
      .select(columns)
      .where('domain_id', '=', domainId)
      .where('week', '=', week),
)

/** The tasks of a student's domain up to the week they are in. */
export function readTasksUpToNow(db: Db, studentId: string): Promise<TaskRow[]> {
  return upToNow.all(db, { studentId })
}

const upToNow = prepared(['studentId'], (db, { studentId }: Gaps<{ studentId: string }>) =>
  db
    .selectFrom('tasks')
    .innerJoin('people', 'people.domain_id', 'tasks.domain_id')
    .select(columns)
    .where('people.id', '=', studentId)
    .whereRef('tasks.week', '<=', 'people.week')
    .orderBy('tasks.week'),
)
