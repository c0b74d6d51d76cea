import { z } from 'zod'
import { linkedPagePaths } from '../kit/linked-page-paths.ts'
import { formatWeekNumber } from '../kit/time/format-week-number.ts'

const TaskChange = z.object({
  by: z.string(),
  week: z.number(),
  what: z.enum(['added', 'changed', 'replaced', 'removed']),
})
export type TaskChange = z.output<typeof TaskChange>

export const taskChangedNotification = {
  label: 'The task of your week is added, changed or removed',
  to: ['student'] as const,
  schema: TaskChange,
  path: () => linkedPagePaths.weeklyTask,
  button: 'Open your tasks',
  mail: 'batched' as const,
  defaultChannels: { page: true, mail: false, push: false },
  subject: ({ week, what }: TaskChange) => `The task of week ${formatWeekNumber(week)} was ${what}`,
  text: ({ by, week, what }: TaskChange) =>
    `${by} ${what} the task of week ${formatWeekNumber(week)}.`,
}
