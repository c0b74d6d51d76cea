import type { z } from 'zod'
import { domainRefusals } from '#contract/domains/domain.ts'
import type { EndpointReply } from '#contract/kit/endpoint.ts'
import {
  describeImportedWeeks,
  type importTasks as endpoint,
  formatCourse,
  type ImportedWeek,
  importTasksRefusals,
} from '#contract/tasks/import-and-export.ts'
import { type Task, workoutLists } from '#contract/tasks/tasks.ts'
import type { Tx } from '#server/database/transaction.ts'
import { lockDomain } from '#server/domains/actions.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { listDomainTasks, saveNewTask, saveTask } from './actions.ts'
import { type ChangedTask, notifyOfTaskChanges } from './notify-of-task-changes.ts'
import { type CourseWeek, parseCourse } from './parse-course.ts'

type Asked = z.output<NonNullable<(typeof endpoint)['body']>>['value']

/**
 * Reads a course from Markdown and returns what it changes; with `apply: 'all'` the weeks of the
 * text are saved, others stay, and the students who are in a changed week are notified (contract,
 * section 11). `by` is the admin's name. Refuses an unknown domain (404), an archived one, lines
 * with problems (409), and a text without a week (400).
 */
export async function importTasks(
  context: Context<Tx>,
  { domain: domainId, text, apply }: Asked,
  by: string,
): Promise<EndpointReply<typeof endpoint>> {
  if (apply === 'all') await lockDomain(context, domainId)
  const [course] = await listDomainTasks(context, domainId)
  const tasks = new Map(course?.tasks.map((task) => [task.week, task]))
  const { weeks: read, problems } = parseCourse(text)
  if (read.length === 0 && problems.length === 0) throw new Refused(importTasksRefusals.noWeeks)
  const weeks = read.map((week) => compare(week, tasks.get(week.week)))
  skipAudit(context)
  if (apply === 'all') {
    if (course?.domain.isArchived) throw new Refused(domainRefusals.archived)
    if (problems.length > 0)
      throw new Refused(importTasksRefusals.problems, { fields: { problems } })
    const changed: ChangedTask[] = []
    for (const [place, week] of read.entries()) {
      const before = tasks.get(week.week)
      if (!before) {
        const added = { ...week, weekNo: week.week, domain: domainId }
        changed.push({ after: await saveNewTask(context, added) })
      } else if (weeks[place]?.change === 'changed') {
        changed.push({ before, after: await saveTask(context, before._id, week) })
      }
    }
    await notifyOfTaskChanges(context, { domainId, by, tasks: changed })
  }
  return { message: describeImportedWeeks(weeks), weeks, problems }
}

/** Compares a week of the text with the week's task, list by list. */
function compare(read: CourseWeek, task: Task | undefined): ImportedWeek {
  const lines = workoutLists.flatMap(({ field }) => {
    const [before, after] = [task?.[field].map(toLines) ?? [], read[field].map(toLines)]
    const isIn = (list: string[], text: string) => list.includes(text)
    return [
      ...after.map((text) => ({
        list: field,
        text,
        change: isIn(before, text) ? ('same' as const) : ('new' as const),
      })),
      ...before
        .filter((text) => !isIn(after, text))
        .map((text) => ({ list: field, text, change: 'gone' as const })),
    ]
  })
  const isSame = task && workoutLists.every(({ field }) => isEqual(task[field], read[field]))
  return { week: read.week, change: !task ? 'new' : isSame ? 'same' : 'changed', lines }
}

const toLines = (text: string) => text.replaceAll(/\r\n?/g, '\n')

function isEqual(before: string[], after: string[]): boolean {
  return (
    before.length === after.length && before.every((text, place) => toLines(text) === after[place])
  )
}

/** Writes a domain's tasks as Markdown. Refuses an unknown domain (404). */
export async function* exportTasksAsMarkdown(
  context: Context,
  domainId: string,
): AsyncGenerator<string, void> {
  const [course] = await listDomainTasks(context, domainId)
  yield formatCourse(course?.tasks ?? [])
}
