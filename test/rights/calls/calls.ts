import { abilities } from '#contract/roles.ts'
import { each, everyone, type KnownCall, nothing, reviewById } from '../describe-call.ts'

/** Calls during a review: room, chat and attendance. */
export const liveReviewCalls: [string, KnownCall][] = [
  ...each(abilities['hold calls'], 'GET /ice-servers', () => nothing),
  ...each(abilities['hold calls'], 'GET /call-chat', () => reviewById),
  ...each(['advisor', 'reviewer'], 'GET /call-record', () => reviewById),
  ['GET /admin/call-record', everyone(({ review }) => ({ query: { id: review } }))],
]
