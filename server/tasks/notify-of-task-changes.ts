import { isDeepStrictEqual } from 'node:util'
import { getDateInZone, startOfDay } from '#contract/kit/time/zone.ts'
import type { TaskChange } from '#contract/tasks/task-changed.ts'
import type { Task } from '#contract/tasks/tasks.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { notifyAll } from '#server/notifications/actions.ts'
import { readStudentsInWeeks } from './queries.ts'

/** A task before and after a change; left out where there was or is none. */
export type ChangedTask = { before?: Task | undefined; after?: Task | undefined }

/**
 * Notifies the active students of a domain who are in a week whose task changed (contract, section
 * 11); of an edit, only if they have read of the day's earlier changes. Refreshes their open pages,
 * and those of their advisors and reviewers. `by` is the admin's name.
 */
export async function notifyOfTaskChanges(
  context: Context<Tx>,
  { domainId, by, tasks }: { domainId: string; by: string; tasks: readonly ChangedTask[] },
): Promise<void> {
  const changes = findChangedWeeks(tasks)
  if (changes.size === 0) return
  const [first, last] = [Math.min(...changes.keys()), Math.max(...changes.keys())]
  const { timeZone } = context.settings
  const since = startOfDay(getDateInZone(context.clock(), timeZone), timeZone)
  const students = await readStudentsInWeeks(context.db, { domainId, first, last, since })
  const notifications = [...changes].map(([week, what]) => ({
    kind: 'task-changed' as const,
    dedupeKey: newId(),
    to: students
      .filter((student) => student.week === week && !(what === 'changed' && student.has_unread))
      .map(({ id: _id }) => ({ _id, role: 'student' as const })),
    payload: () => ({ by, week, what }),
  }))
  await notifyAll(context, notifications)
  const concerned = students.filter(({ week }) => week !== null && changes.has(week))
  context.live.changed(
    'reviews',
    concerned.flatMap(({ id, advisor_id, reviewer_id }) => [id, advisor_id, reviewer_id]),
  )
}

function findChangedWeeks(tasks: readonly ChangedTask[]): Map<number, TaskChange['what']> {
  const weeks = new Map<number, TaskChange['what']>()
  for (const { before, after } of tasks) {
    if (before && after && before.week === after.week) {
      if (!isDeepStrictEqual(before, after)) weeks.set(after.week, 'changed')
    } else {
      // Of two tasks that swap their weeks, each leaves the week that the other enters.
      if (before) weeks.set(before.week, weeks.has(before.week) ? 'replaced' : 'removed')
      if (after) weeks.set(after.week, weeks.has(after.week) ? 'replaced' : 'added')
    }
  }
  return weeks
}
