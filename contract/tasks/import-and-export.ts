import { z } from 'zod'
import { domainRefusals } from '../domains/domain.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { formatCount } from '../kit/text/plural.ts'
import { courseMarkdownMaxLength } from '../limits/limits.ts'
import { type Task, taskRefusals, type WorkoutField, workoutLists } from './tasks.ts'

/** The headings of a week's lists in a course as Markdown. */
export const workoutHeadings: Record<WorkoutField, string> = {
  personalDevelopmentWorkout: 'Personal development',
  technicalWorkouts: 'Technical',
  miscellaneousWorkouts: 'Miscellaneous',
}

/** Why a line of a course cannot be imported, besides the messages of a new task. */
export const courseProblems = {
  heading: `A heading is ‘# Week 3’ or one of ${workoutLists.map(({ field }) => `‘## ${workoutHeadings[field]}’`).join(', ')}`,
  weekTwice: (line: number) => `This week is already in line ${line}`,
  listTwice: 'This week already has this list',
  noWeeks: 'Begin each week with a line such as ‘# Week 1’.',
  noWeek: 'This comes before the first week',
  noList: 'This line is not in any list',
  noItem: 'A task begins with ‘- ’',
}

export const importTasksRefusals = {
  noWeeks: defineRefusal(400, 'There are no weeks in this text'),
  problems: defineRefusal(409, 'Nothing was changed, because some lines have problems'),
}

const CourseProblem = z.object({ line: z.number(), problem: z.string() })

/** A week of the text beside the week's task of today. */
const ImportedWeek = z.object({
  week: z.number(),
  change: z.enum(['new', 'changed', 'same']),
  lines: z.array(
    z.object({
      list: z.enum(workoutLists.map(({ field }) => field)),
      text: z.string(),
      change: z.enum(['new', 'gone', 'same']),
    }),
  ),
})
export type ImportedWeek = z.infer<typeof ImportedWeek>

export const importTasks = defineEndpoint({
  role: 'admin',
  may: 'manage tasks',
  method: 'POST',
  path: '/import-tasks',
  summary:
    'Reads a course from Markdown and returns what would change. `apply: all` saves it if no line has a problem. Weeks missing from the text stay as they are',
  bodyMaxBytes: 4 * courseMarkdownMaxLength,
  body: z.object({
    value: z.object({
      domain: z.string().max(100),
      text: z.string().max(courseMarkdownMaxLength),
      apply: z.enum(['none', 'all']),
    }),
  }),
  reply: z.object({
    message: z.string(),
    weeks: z.array(ImportedWeek),
    problems: z.array(CourseProblem),
  }),
  refusalFields: { problems: z.array(CourseProblem).optional() },
  refuses: [
    taskRefusals.unknownDomain,
    domainRefusals.archived,
    importTasksRefusals.noWeeks,
    importTasksRefusals.problems,
    taskRefusals.weekTaken,
  ],
})

/** Returns, for example, '2 weeks are new and 1 week changes.' */
export function describeImportedWeeks(weeks: Pick<ImportedWeek, 'change'>[]): string {
  const count = (change: ImportedWeek['change']) =>
    weeks.filter((week) => week.change === change).length
  const said = [
    count('new') > 0 && formatCount(count('new'), 'week is new', 'weeks are new'),
    count('changed') > 0 && formatCount(count('changed'), 'week changes', 'weeks change'),
  ].filter((part) => part !== false)
  return said.length > 0 ? `${said.join(' and ')}.` : 'Nothing changes.'
}

export const exportTasks = defineEndpoint({
  role: 'admin',
  may: 'manage tasks',
  method: 'GET',
  path: '/export/tasks.md',
  summary: 'Returns a domain’s tasks as Markdown, as `POST /admin/import-tasks` reads it',
  query: z.object({ domain: z.string().max(100) }),
  reply: z.string(),
  refuses: [taskRefusals.unknownDomain],
})

/** Writes tasks as Markdown. Further lines of an item are indented. */
export function formatCourse(tasks: Pick<Task, 'week' | WorkoutField>[]): string {
  return tasks.map(formatWeek).join('\n')
}

function formatWeek(task: Pick<Task, 'week' | WorkoutField>): string {
  const lists = workoutLists.map(({ field }) => {
    const items = task[field].map((text) => `- ${text.replaceAll('\n', '\n  ')}\n`)
    return `\n## ${workoutHeadings[field]}\n\n${items.join('')}`
  })
  return `# Week ${task.week}\n${lists.join('')}`
}
