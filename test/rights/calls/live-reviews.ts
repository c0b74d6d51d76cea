import { abilities } from '#contract/roles.ts'
import {
  forRoles,
  type KnownCall,
  reachesEveryone,
  reachesNothing,
  reviewById,
} from '../describe-call.ts'

/** Calls during a review: room, chat and attendance. */
export const liveReviewCalls: [string, KnownCall][] = [
  ...forRoles(abilities['hold calls'], 'GET /ice-servers', () => reachesNothing),
  ...forRoles(abilities['hold calls'], 'GET /call-chat', () => reviewById),
  ...forRoles(['advisor', 'reviewer'], 'GET /call-record', () => reviewById),
  ['GET /admin/call-record', reachesEveryone(({ review }) => ({ query: { id: review } }))],
]
