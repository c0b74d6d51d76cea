import { abilities } from '#contract/roles.ts'
import { each, everyone, type KnownCall, nothing, reviewById } from '../describe-call.ts'

/** The live review: its room, its chat, who was there. */
export const liveReviewCalls: [string, KnownCall][] = [
  ...each(abilities['hold calls'], 'GET /ice-servers', () => nothing),
  ...each(abilities['hold calls'], 'GET /call-chat', () => reviewById),
  ...each(['advisor', 'reviewer'], 'GET /call-record', () => reviewById),
  ['GET /admin/call-record', everyone(({ review }) => ({ query: { id: review } }))],
]
