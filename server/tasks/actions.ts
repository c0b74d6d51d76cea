import type { z } from 'zod'
import { type Domain, domainRefusals } from '#contract/domains/domain.ts'
import { parseSearchQuery } from '#contract/kit/text/search-query.ts'
import { firstWeek, lastWeek } from '#contract/limits/limits.ts'
import {
  type DomainTasks,
  type EditTaskInput,
  type FoundTask,
  type NewTask,
  type Task,
  taskRefusals,
  type WorkoutField,
} from '#contract/tasks/tasks.ts'
import { parseTextList } from '#server/database/column-values.ts'
import { makeUniqueViolationMatcher } from '#server/database/errors/constraint-errors.ts'
import type { Tx } from '#server/database/transaction.ts'
import * as domains from '#server/domains/actions.ts'
import { audited, recordAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { getOwnReview } from '#server/reviews/actions.ts'
import { notifyOfTaskChanges } from './notify-of-task-changes.ts'
import {
  insertTask,
  readDomainTasks,
  readTask,
  readTasksInWeeks,
  readTasksUpToNow,
  readWeeksAhead,
  readWeekTask,
  type TaskRow,
  updateTask,
} from './queries.ts'

/**
 * Adds a week's task and notifies the students who are in that week; `by` is the admin's name.
 * Refuses an unknown domain (404), an archived one, and a week that has a task already (409). With
 * `undo` it puts back a removed task, also in an archived domain.
 */
export async function addTask(context: Context<Tx>, task: AddedTask, by: string): Promise<Task> {
  const added = await saveNewTask(context, task)
  await notifyOfTaskChanges(context, { domainId: added.domain, by, tasks: [{ after: added }] })
  return added
}

type AddedTask = z.output<typeof NewTask> & { undo?: boolean | undefined }

/** Like `addTask`, but notifies nobody. */
export async function saveNewTask(
  context: Context<Tx>,
  { undo = false, ...task }: AddedTask,
): Promise<Task> {
  const domain = await findDomain(context, task.domain)
  if (domain.isArchived && !undo) throw new Refused(domainRefusals.archived)
  const id = newId()
  const row = { id, domain_id: domain._id, week: task.weekNo, ...toTaskColumns(task) }
  await refuseTakenWeek(insertTask(context.db, { ...row, created_at: context.clock() }))
  await recordAudit(context, { kind: 'tasks', id, after: row })
  return toListedTask(row)
}

/**
 * Updates the week and the lines of a task, which `id` or the `_id` inside `value` names (contract,
 * section 5), and notifies the students who are in its week; `by` is the admin's name. Refuses an
 * unknown task (404) and a week that has another one already (409).
 */
export async function editTask(
  context: Context<Tx>,
  { id, value }: z.output<typeof EditTaskInput>,
  by: string,
): Promise<Task> {
  const [task] = [value].flat()
  const named = id ?? task?._id
  if (!task || named === undefined) throw new Refused(taskRefusals.unknownTask)
  const before = toListedTask(await lockTask(context, named))
  const after = await saveTask(context, named, task)
  const tasks = [{ before, after }]
  await notifyOfTaskChanges(context, { domainId: after.domain, by, tasks })
  return after
}

/**
 * Updates the week and the lines of a task. Refuses an unknown task (404) and a week that has
 * another one already (409).
 */
export async function saveTask(
  context: Context<Tx>,
  id: string,
  task: Record<WorkoutField, string[]> & { week: number },
): Promise<Task> {
  const edited = await audited(context, { kind: 'tasks', id }, () =>
    refuseTakenWeek(updateTask(context.db, { id, week: task.week, ...toTaskColumns(task) })),
  )
  if (!edited) throw new Refused(taskRefusals.unknownTask)
  return toListedTask(edited)
}

/**
 * Returns a task of a domain whose tasks are changed one at a time. Refuses an unknown task (404).
 */
export async function lockTask(context: Context<Tx>, id: string) {
  const found = await readTask(context.db, { id })
  if (!found) throw new Refused(taskRefusals.unknownTask)
  await domains.lockDomain(context, found.domain_id)
  const task = await readTask(context.db, { id })
  if (!task) throw new Refused(taskRefusals.unknownTask)
  return task
}

/** A domain's tasks by week, in an array of one item; refuses an unknown domain with 404. */
export async function listDomainTasks(context: Context, domainId: string): Promise<DomainTasks[]> {
  const domain = await findDomain(context, domainId)
  return toDomainTasks(domain, await readDomainTasks(context.db, { domainId: domain._id }))
}

/** Returns the tasks that match a search: a week, part of a domain's name, or both. */
export async function findTasks(context: Context, search: string): Promise<FoundTask[]> {
  const { text, week } = parseSearchQuery(search)
  const weeks = { from: week ?? firstWeek, to: week ?? lastWeek }
  const named = await domains.searchDomains(context, text)
  const domainIds = JSON.stringify(named.map(({ _id }) => _id))
  const rows = await readTasksInWeeks(context.db, { domainIds, ...weeks })
  return rows.map(({ id, week, domain_id, domain_name }) => ({
    _id: id,
    week,
    domain: { _id: domain_id, name: domain_name },
  }))
}

/** Returns one task in the shape of the task list. Refuses an unknown one (404). */
export async function getTask({ db }: Context, id: string): Promise<DomainTasks[]> {
  const row = await readTask(db, { id })
  if (!row) throw new Refused(taskRefusals.unknownTask)
  const { domain_id: _id, domain_name: name, archived_at, last_week: lastWeek } = row
  return toDomainTasks({ _id, name, isArchived: archived_at !== null, lastWeek }, [row])
}

/**
 * The tasks of the student's domain, from week 1 to the present one (contract, section 3); of those
 * after it the weeks alone.
 */
export async function listWeeklyTasks({ db }: Context, studentId: string) {
  const rows = await readTasksUpToNow(db, { studentId })
  const ahead = await readWeeksAhead(db, { studentId })
  return { tasks: rows.map(toListedTask), ahead: ahead.map(({ week }) => week) }
}

/**
 * Returns the task of a review: the task for its week in the student's domain; null if there is
 * none. Refuses another reviewer's review (404).
 */
export async function getReviewTask(
  context: Context,
  reviewerId: string,
  reviewId: string,
): Promise<Task | null> {
  const owner = { role: 'reviewer', personId: reviewerId } as const
  const { week, student } = await getOwnReview(context, owner, reviewId)
  const domainId = student.domain?._id
  const row = domainId && (await readWeekTask(context.db, { domainId, week }))
  return row ? toListedTask(row) : null
}

async function findDomain(context: Context, id: string): Promise<Domain> {
  const domain = await domains.findDomain(context, id)
  if (!domain) throw new Refused(taskRefusals.unknownDomain)
  return domain
}

/** Turns a second task for a domain's week into a refusal (409). */
export function refuseTakenWeek<T>(writing: Promise<T>): Promise<T> {
  // The constraint is over the domain and the week; its name is that of the first column.
  return refuseOnViolation(
    makeUniqueViolationMatcher('tasks', 'domain_id'),
    taskRefusals.weekTaken,
    writing,
  )
}

function toTaskColumns(task: Record<WorkoutField, string[]>) {
  return {
    personal_development: JSON.stringify(task.personalDevelopmentWorkout),
    technical: JSON.stringify(task.technicalWorkouts),
    miscellaneous: JSON.stringify(task.miscellaneousWorkouts),
  }
}

function toDomainTasks(domain: Domain, rows: TaskRow[]): DomainTasks[] {
  return [{ _id: domain._id, domain, tasks: rows.map(toListedTask) }]
}

/** A task as calls reply with it. */
export function toListedTask(row: TaskRow): Task {
  return {
    _id: row.id,
    week: row.week,
    domain: row.domain_id,
    personalDevelopmentWorkout: parseTextList(row.personal_development),
    technicalWorkouts: parseTextList(row.technical),
    miscellaneousWorkouts: parseTextList(row.miscellaneous),
  }
}
