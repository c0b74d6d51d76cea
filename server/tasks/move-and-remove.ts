import {
  makeStudentsInWeeksRefusal,
  makeWeekHasTaskRefusal,
  type TaskMove,
  type TaskRemoval,
} from '#contract/tasks/move-and-remove.ts'
import type { Task } from '#contract/tasks/tasks.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited, recordAudit, skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { lockTask, refuseTakenWeek, toListedTask } from './actions.ts'
import { notifyOfTaskChanges } from './notify-of-task-changes.ts'
import {
  countStudentsInWeeks,
  deleteTask,
  insertTask,
  readWeekTask,
  type TaskRow,
  updateTaskWeek,
} from './queries.ts'

/**
 * Removes a task, returns it, and notifies the students who are in its week (contract, section 11).
 * `by` is the admin's name. Refuses an unknown task (404), and a week that students are in until it
 * is confirmed (409).
 */
export async function removeTask(
  context: Context<Tx>,
  { id, confirm = false }: TaskRemoval,
  by: string,
): Promise<Task> {
  const task = await lockTask(context, id)
  if (!confirm) await refuseIfStudentsIn(context, task.domain_id, [task.week])
  const removed = await deleteTask(context.db, { id })
  await recordAudit(context, { kind: 'tasks', id, before: removed })
  const before = toListedTask(task)
  await notifyOfTaskChanges(context, { domainId: before.domain, by, tasks: [{ before }] })
  return before
}

/**
 * Moves a task to another week of its domain, and notifies the students who are in either week
 * (contract, section 11). `by` is the admin's name. Refuses a week that has a task (409), because
 * one of them would be lost: with `swap` the two swap their weeks. Refuses an unknown task (404),
 * and weeks that students are in until it is confirmed (409).
 */
export async function moveTask(
  context: Context<Tx>,
  { id, week, swap = false, confirm = false }: TaskMove,
  by: string,
): Promise<Task> {
  const { db } = context
  const task = await lockTask(context, id)
  if (task.week === week) {
    skipAudit(context)
    return toListedTask(task)
  }
  const other = await readWeekTask(db, { domainId: task.domain_id, week })
  if (other && !swap) throw refuseUnless('swap', makeWeekHasTaskRefusal(week))
  if (!confirm) await refuseIfStudentsIn(context, task.domain_id, [task.week, week])
  const move = () =>
    audited(context, { kind: 'tasks', id }, () => refuseTakenWeek(updateTaskWeek(db, { id, week })))
  if (other) await makeWay(context, other, task.week, move)
  else await move()
  const moved = { before: toListedTask(task), after: toListedTask({ ...task, week }) }
  const swapped = other && {
    before: toListedTask(other),
    after: toListedTask({ ...other, week: task.week }),
  }
  const tasks = [moved, ...(swapped ? [swapped] : [])]
  await notifyOfTaskChanges(context, { domainId: task.domain_id, by, tasks })
  return moved.after
}

/** Takes a task out of its week while another one moves there, and puts it into `week`. */
function makeWay(
  context: Context<Tx>,
  { id }: TaskRow,
  week: number,
  move: () => Promise<unknown>,
): Promise<void> {
  return audited(context, { kind: 'tasks', id }, async () => {
    const row = await deleteTask(context.db, { id })
    await move()
    if (row) await refuseTakenWeek(insertTask(context.db, { ...row, week }))
  })
}

async function refuseIfStudentsIn(
  { db }: Context<Tx>,
  domainId: string,
  weeks: number[],
): Promise<void> {
  const [first = 0, second = first] = weeks
  const { students } = await countStudentsInWeeks(db, { domainId, first, second })
  if (students > 0) throw refuseUnless('confirm', makeStudentsInWeeksRefusal(students, weeks))
}

/** A refusal that a field of the call lifts. */
function refuseUnless(
  field: 'confirm' | 'swap',
  refusal: ReturnType<typeof makeWeekHasTaskRefusal>,
): Refused {
  return new Refused(refusal, { errors: { [field]: refusal.message } })
}
