import { z } from 'zod'
import { defineEndpoint } from '../../kit/endpoint.ts'
import type { NoShowRole } from '../../kit/kinds/history-kind.ts'
import { defineRefusal } from '../../kit/refusal.ts'
import { noShowAfterMinutes } from '../../limits/reviews.ts'
import { abilities, mapRoles } from '../../roles.ts'
import { ReviewChangeReply, reviewId, reviewRefusals } from '../reviews.ts'
import { absentRolesByReporter } from './possible-changes.ts'
import { moveRefusals } from './rescheduling.ts'

export const noShowRecordedMessages: Record<NoShowRole, string> = {
  student: 'Recorded that the student did not come. The review needs another slot.',
  reviewer: 'Recorded that the reviewer did not come. The review needs another slot.',
}

export const noShowRefusals = {
  tooEarly: defineRefusal(
    409,
    `A no-show can be recorded from ${noShowAfterMinutes} minutes after the start`,
  ),
  together: defineRefusal(409, 'Both were in the call'),
  student: defineRefusal(409, 'The student was in the call'),
  reviewer: defineRefusal(409, 'The reviewer was in the call'),
  over: defineRefusal(409, 'This review is over'),
}

export const reportNoShow = mapRoles(abilities['report no-shows'], (role) =>
  defineEndpoint({
    role,
    may: 'report no-shows',
    method: 'PUT',
    path: '/no-show',
    summary: `Records a no-show, from ${noShowAfterMinutes} minutes after the start. The review needs another slot`,
    body: z.object({ value: z.object({ reviewId, who: z.enum(absentRolesByReporter[role]) }) }),
    reply: ReviewChangeReply,
    refuses: [
      ...[reviewRefusals.unknown, moveRefusals.notBooked],
      ...Object.values(noShowRefusals),
    ],
  }),
)
