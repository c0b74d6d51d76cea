import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { formatCount } from '../kit/text/plural.ts'
import { namesInReminder } from '../limits/notifications.ts'
import { undoMinutes } from '../limits/reviews.ts'
import { joinNames } from '../notifications/format-review.ts'
import {
  describeUndoHandOverResult,
  type UndoHandOverResult,
} from '../reviews/hand-over-students.ts'
import { mapRoles, roles, withArticle } from '../roles.ts'
import { accountRefusals } from './accounts.ts'

export const undoBlockRefusals = {
  over: defineRefusal(409, `A block can be undone for ${undoMinutes} minutes`),
}

/**
 * The result of undoing a block: how many bookings were restored, whose were not, and which
 * students went back to their advisor.
 */
export type UndoBlockResult = RestoredBookings & { handOver: UndoHandOverResult }
export type RestoredBookings = { back: number; gone: string[] }

/**
 * Returns, for example, 'Block undone. 2 bookings restored. The booking of Lars Kim could not be
 * restored.'
 */
export function describeUndoBlockResult({ handOver, ...bookings }: UndoBlockResult): string {
  const said = [
    'Block undone.',
    ...describeRestoredBookings(bookings),
    describeUndoHandOverResult(handOver),
  ]
  return said.filter(Boolean).join(' ')
}

/** The sentences about the bookings. */
export function describeRestoredBookings({ back, gone }: RestoredBookings): string[] {
  const named = joinNames(gone.slice(0, namesInReminder), gone.length)
  const bookings = gone.length === 1 ? 'booking' : 'bookings'
  return [
    ...(back > 0 ? [`${formatCount(back, 'booking', 'bookings')} restored.`] : []),
    ...(gone.length > 0 ? [`The ${bookings} of ${named} could not be restored.`] : []),
  ]
}

export const undoBlock = mapRoles(roles, (concerned) =>
  defineEndpoint({
    role: 'admin',
    may: 'manage people',
    method: 'PUT',
    path: `/undo-block-${concerned}`,
    summary: `Unblocks ${withArticle(concerned)} blocked in the last ${undoMinutes} minutes and restores the bookings that the block cancelled, unless they have changed since. With \`handOver\`, also returns the students that an advisor handed over`,
    body: z.object({
      value: z.object({
        id: z.string().max(100),
        /** For an advisor: also undoes a handover of the last ten minutes. */
        handOver: z.boolean().optional(),
      }),
    }),
    reply: z.object({ message: z.string() }),
    refuses: [accountRefusals.unknownUser, undoBlockRefusals.over],
  }),
)
