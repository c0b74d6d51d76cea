import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { type Review, reviewId, reviewRefusals } from '../reviews/reviews.ts'
import { studentRefusals } from '../reviews/scheduling/booking.ts'
import { abilities, mapRoles, type Role } from '../roles.ts'

export const reminderSentMessage = 'Reminder sent'

export const remindRefusals = {
  today: defineRefusal(409, 'This reminder was already sent today'),
  unknownAdvisor: defineRefusal(404, 'This advisor does not exist'),
  notOpen: defineRefusal(409, 'This review has started or is over'),
  notOverdue: defineRefusal(409, 'None of this advisor’s reviews is overdue'),
  blocked: defineRefusal(409, 'This person is blocked and cannot be reminded'),
  unverified: defineRefusal(409, 'This person has not accepted the invitation yet'),
  nobody: defineRefusal(409, 'There is nobody to remind about this review'),
}

/** Whether a review has not begun, with or without a slot. */
export function isUpcoming(
  { status, isClosed, startsAt }: Pick<Review, 'status' | 'isClosed' | 'startsAt'>,
  now: number,
): boolean {
  const hasBegun = startsAt !== null && Date.parse(startsAt) <= now
  return status !== 'conducted' && !isClosed && !hasBegun
}

/**
 * Whether reminding a student makes sense. Without a slot there is nothing they could do: booking
 * one is the advisor's task.
 */
export function canRemindStudent(
  review: Pick<Review, 'status' | 'isClosed' | 'startsAt'>,
  now: number,
): boolean {
  return isUpcoming(review, now) && review.startsAt !== null
}

/**
 * Whom an advisor or admin can remind about a review: the reviewer who owes marks or, for admins,
 * the advisor. Undefined if there is nobody who could act.
 */
export function findReminderRecipient(
  review: Pick<Review, 'turn' | 'advisor' | 'reviewer' | 'isReviewerBlocked'>,
  caller: Role,
): { _id: string; name: string; role: 'advisor' | 'reviewer' } | undefined {
  const { turn, advisor, reviewer, isReviewerBlocked } = review
  const owesMarks = turn?.step === 'mark' && !isReviewerBlocked
  if (owesMarks && reviewer) return { ...reviewer, role: 'reviewer' }
  const isAdvisors = turn?.step === 'book' || turn?.step === 'decide'
  if (isAdvisors && advisor && caller === 'admin') return { ...advisor, role: 'advisor' }
  return undefined
}

const reply = z.object({ message: z.string() })

export const remindResponsiblePerson = mapRoles(abilities['decide weeks'], (role) =>
  defineEndpoint({
    role,
    may: 'decide weeks',
    method: 'PUT',
    path: '/remind-turn',
    summary:
      'Reminds the reviewer to submit marks or, for admins, the advisor whose turn it is. Once a day',
    body: z.object({ value: z.object({ reviewId }) }),
    reply,
    refuses: [
      ...[reviewRefusals.unknown, remindRefusals.nobody],
      ...[remindRefusals.blocked, remindRefusals.unverified, remindRefusals.today],
    ],
  }),
)

export const remindStudent = defineEndpoint({
  role: 'advisor',
  may: 'guide students',
  method: 'PUT',
  path: '/remind',
  summary: 'Reminds a student of an upcoming review. Once a day',
  body: z.object({ value: z.object({ reviewId }) }),
  reply,
  refuses: [
    reviewRefusals.unknown,
    remindRefusals.notOpen,
    ...Object.values(studentRefusals),
    remindRefusals.today,
  ],
})

export const remindAdvisor = defineEndpoint({
  role: 'admin',
  may: 'watch the school',
  method: 'PUT',
  path: '/remind',
  summary: 'Reminds an advisor of all their overdue reviews. Once a day',
  body: z.object({ value: z.object({ advisor: z.string().max(100) }) }),
  reply,
  refuses: [
    remindRefusals.unknownAdvisor,
    remindRefusals.notOverdue,
    remindRefusals.blocked,
    remindRefusals.unverified,
    remindRefusals.today,
  ],
})
