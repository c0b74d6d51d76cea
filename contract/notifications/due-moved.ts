import { z } from 'zod'
import { dayInZone } from '../kit/time/zone.ts'
import { formatReview, type Reader } from './format-review.ts'

const DueMoved = z.object({
  week: z.number(),
  /** When the review is due now, as an ISO instant. */
  due: z.string(),
  /** The name of the holiday on which it was due. */
  holiday: z.string(),
})
type DueMoved = z.output<typeof DueMoved>

export const dueMovedNotification = {
  label: 'A review is due later because of a holiday',
  to: ['student'] as const,
  schema: DueMoved,
  mail: 'batched' as const,
  subject: () => 'Your review is due later',
  text: ({ week, due, holiday }: DueMoved, { timeZone }: Reader) =>
    `Your ${formatReview(week)} is now due on ${dayInZone(Date.parse(due), timeZone)} because of a school holiday: ${holiday}.`,
}
