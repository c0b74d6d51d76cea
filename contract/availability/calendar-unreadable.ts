import { z } from 'zod'
import { linkedPagePaths } from '../kit/linked-page-paths.ts'

const CalendarUnread = z.object({ host: z.string(), why: z.string() })
type CalendarUnread = z.output<typeof CalendarUnread>

export const calendarUnreadableNotification = {
  label: 'Your calendar cannot be read',
  button: 'Open your availability',
  to: ['reviewer'] as const,
  mail: 'batched' as const,
  schema: CalendarUnread,
  path: () => linkedPagePaths.availability,
  subject: ({ host }: CalendarUnread) => `Your calendar at ${host} cannot be read`,
  text: ({ host, why }: CalendarUnread) =>
    `Your calendar at ${host} could not be read for a day. ${why}. Until it can be read again, its last known busy times apply.`,
}
