import { z } from 'zod'
import { Domain, DomainName, domainRefusals } from '../domains/domain.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { numberOrDigits, requiredLines } from '../kit/text/text-schemas.ts'
import { firstWeek, lastWeek, searchResultsMax } from '../limits/limits.ts'
import { reviewRefusals } from '../reviews/reviews.ts'

export const WeekNumber = numberOrDigits('Week number is required').pipe(
  z
    .number('Week number is required')
    .int('Please enter a whole week number')
    .min(firstWeek, `Week number must be at least ${firstWeek}`)
    .max(lastWeek, `Week number must be at most ${lastWeek}`),
)

/** The lists of a week's task, in display order. */
export const workoutLists = [
  { field: 'personalDevelopmentWorkout', title: 'Personal development workouts' },
  { field: 'technicalWorkouts', title: 'Technical workouts' },
  { field: 'miscellaneousWorkouts', title: 'Miscellaneous workouts' },
] as const
export type WorkoutField = (typeof workoutLists)[number]['field']

const workouts = {
  personalDevelopmentWorkout: requiredLines(
    'At least one personal development workout is required',
  ),
  technicalWorkouts: requiredLines('At least one technical workout is required'),
  miscellaneousWorkouts: requiredLines('At least one miscellaneous workout is required'),
}

export const NewTask = z.object({
  weekNo: WeekNumber,
  domain: z.string({ error: 'Please select a domain' }).min(1, 'Please select a domain').max(100),
  ...workouts,
})
export type NewTask = z.input<typeof NewTask>

export const Task = z.object({
  _id: z.string(),
  week: z.number(),
  domain: z.string(),
  personalDevelopmentWorkout: z.array(z.string()),
  technicalWorkouts: z.array(z.string()),
  miscellaneousWorkouts: z.array(z.string()),
})
export type Task = z.infer<typeof Task>

/** A domain's tasks. The task list replies with an array of one. */
export const DomainTasks = z.object({
  _id: z.string(),
  domain: Domain,
  tasks: z.array(Task),
})
export type DomainTasks = z.infer<typeof DomainTasks>

/** An edited task: its week and its lines. */
export const TaskEdit = z.object({
  _id: z.string().max(100).optional(),
  week: WeekNumber,
  ...workouts,
})

/** `value` is the task, or an array with the task as its first item. */
export const EditTaskInput = z.object({
  id: z.string().max(100).optional(),
  value: z.union([TaskEdit, z.array(TaskEdit).min(1).max(lastWeek)]),
})

export const noTaskYetMessage =
  'No task for this week yet. Ask your advisor what to work on in the meantime.'
export const taskAddedMessage = 'Task added successfully'
export const taskEditedMessage = 'edit task successfully.'
export const addTaskFailedMessage = 'Error adding task'

export const taskRefusals = {
  weekTaken: defineRefusal(409, 'This domain already has a task for that week'),
  unknownDomain: domainRefusals.unknown,
  unknownTask: defineRefusal(404, 'This task does not exist'),
}

const TaskReply = z.object({ message: z.string(), task: Task })

export const addTask = defineEndpoint({
  role: 'admin',
  may: 'manage tasks',
  method: 'POST',
  path: '/add-task',
  summary: 'Adds the task of a week to a domain. With `undo` also to an archived domain',
  body: NewTask.extend({ undo: z.boolean().optional() }),
  reply: TaskReply,
  refuses: [taskRefusals.unknownDomain, domainRefusals.archived, taskRefusals.weekTaken],
})

export const editTask = defineEndpoint({
  role: 'admin',
  may: 'manage tasks',
  method: 'PUT',
  path: '/edit-task',
  summary: 'Updates the week and the lines of a task',
  body: EditTaskInput,
  reply: TaskReply,
  refuses: [taskRefusals.unknownTask, taskRefusals.weekTaken],
})

export const listDomainTasks = defineEndpoint({
  role: 'admin',
  may: 'manage tasks',
  method: 'GET',
  path: '/all-task',
  summary: 'Lists a domain’s tasks by week, inside an array with one item',
  query: z.object({ domain: z.string().max(100) }),
  reply: z.array(DomainTasks),
  refuses: [taskRefusals.unknownDomain],
})

export const getTask = defineEndpoint({
  role: 'admin',
  may: 'manage tasks',
  method: 'GET',
  path: '/task',
  summary: 'Returns one task, in the shape of the task list',
  query: z.object({ id: z.string().max(100) }),
  reply: z.array(DomainTasks),
  refuses: [taskRefusals.unknownTask],
})

/** A task in search results. */
export const FoundTask = Task.pick({ _id: true, week: true }).extend({ domain: DomainName })
export type FoundTask = z.infer<typeof FoundTask>

export const findTasks = defineEndpoint({
  role: 'admin',
  may: 'manage tasks',
  method: 'GET',
  path: '/find-task',
  summary: `Searches tasks by domain name or week (‘web 3’) and returns up to ${searchResultsMax}`,
  query: z.object({ search: z.string().max(200) }),
  reply: z.array(FoundTask),
})

export const listWeeklyTasks = defineEndpoint({
  role: 'student',
  may: 'follow own progress',
  method: 'GET',
  path: '/weekly-task',
  summary:
    'Returns the tasks of the student’s domain from week 1 to the current week, and the upcoming weeks that have one',
  reply: z.object({ tasks: z.array(Task), ahead: z.array(z.number()) }),
})

export const getReviewTask = defineEndpoint({
  role: 'reviewer',
  may: 'mark reviews',
  method: 'GET',
  path: '/review-task',
  summary: 'Returns the week’s task of a review’s student, or null if there is none',
  query: z.object({ id: z.string().max(100) }),
  reply: z.object({ task: Task.nullable() }),
  refuses: [reviewRefusals.unknown],
})
