import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal, type Refusal } from '../kit/refusal.ts'
import { formatWeekNumber } from '../kit/time/format-week-number.ts'
import { Task, taskRefusals, WeekNumber } from './tasks.ts'

export const taskRemovedMessage = 'Task removed.'
export const taskMovedMessage = 'Task moved.'

/** Refuses what changes the task of students at once, until it is confirmed. */
export function makeStudentsInWeeksRefusal(students: number, weeks: number[]): Refusal {
  const who = students === 1 ? '1 student is' : `${students} students are`
  const where = weeks.map((week) => `week ${formatWeekNumber(week)}`).join(' or ')
  return defineRefusal(409, `${who} in ${where}. Their task would change at once.`)
}

/** Refuses a move to a week that has a task, unless the two tasks are to swap weeks. */
export function makeWeekHasTaskRefusal(week: number): Refusal {
  return defineRefusal(409, `Week ${formatWeekNumber(week)} already has a task`)
}

const id = z.string().max(100)
/** Whether the task may change of students who are in the week. */
const confirm = z.boolean().optional()

export const TaskRemoval = z.object({ id, confirm })
export type TaskRemoval = z.output<typeof TaskRemoval>

/** With `swap` a task that the new week has already gets the old week. */
export const TaskMove = z.object({ id, week: WeekNumber, confirm, swap: z.boolean().optional() })
export type TaskMove = z.output<typeof TaskMove>

/**
 * The reply; a refusal that `confirm` or `swap` lifts has its message in `errors` under that name.
 */
const reply = z.object({ message: z.string(), task: Task })

export const removeTask = defineEndpoint({
  role: 'admin',
  may: 'manage tasks',
  method: 'PUT',
  path: '/remove-task',
  summary:
    'Removes the task of a week and returns it. While students are in the week, `confirm` is required',
  body: z.object({ value: TaskRemoval }),
  reply,
  refuses: [taskRefusals.unknownTask, makeStudentsInWeeksRefusal(2, [5])],
})

export const moveTask = defineEndpoint({
  role: 'admin',
  may: 'manage tasks',
  method: 'PUT',
  path: '/move-task',
  summary:
    'Moves a task to another week of its domain; with `swap` the two weeks’ tasks swap. While students are in either week, `confirm` is required',
  body: z.object({ value: TaskMove }),
  reply,
  refuses: [
    taskRefusals.unknownTask,
    makeWeekHasTaskRefusal(5),
    makeStudentsInWeeksRefusal(2, [5, 7]),
  ],
})
