import type { Db } from '#server/kit/database.ts'

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
  await db.insertInto('tasks').values(task).execute()
}

/** Changes a task and returns it; undefined if there is none with this id. */
export function updateTask(db: Db, id: string, content: TaskContent): Promise<TaskRow | undefined> {
  return db
    .updateTable('tasks')
    .set(content)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/** One task. */
export function readTask(db: Db, id: string): Promise<TaskRow | undefined> {
  return db.selectFrom('tasks').select(columns).where('id', '=', id).executeTakeFirst()
}

/** A domain's tasks, by week: at most one for each. */
export function readDomainTasks(db: Db, domainId: string): Promise<TaskRow[]> {
  return db
    .selectFrom('tasks')
    .select(columns)
    .where('domain_id', '=', domainId)
    .orderBy('week')
    .execute()
}

/** The task of a domain's week. */
export function readWeekTask(db: Db, domainId: string, week: number): Promise<TaskRow | undefined> {
  return db
    .selectFrom('tasks')
    .select(columns)
    .where('domain_id', '=', domainId)
    .where('week', '=', week)
    .executeTakeFirst()
}

/** The tasks of a student's domain up to the week they are in. */
export function readTasksUpToNow(db: Db, studentId: string): Promise<TaskRow[]> {
  return db
    .selectFrom('tasks')
    .innerJoin('people', 'people.domain_id', 'tasks.domain_id')
    .select(columns)
    .where('people.id', '=', studentId)
    .whereRef('tasks.week', '<=', 'people.week')
    .orderBy('tasks.week')
    .execute()
}
