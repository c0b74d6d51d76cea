import { abilities } from '#contract/roles.ts'
import {
  type KnownCall,
  reachesEveryone,
  reachesNothing,
  reachesOwnReview,
  repeatForRoles,
} from '../describe-call.ts'

/** Calls during a review: room, chat and attendance. */
export const liveReviewCalls: [string, KnownCall][] = [
  ...repeatForRoles(abilities['hold calls'], 'GET /ice-servers', () => reachesNothing),
  ...repeatForRoles(abilities['hold calls'], 'GET /call-chat', () => reachesOwnReview),
  ...repeatForRoles(['advisor', 'reviewer'], 'GET /call-record', () => reachesOwnReview),
  ['GET /admin/call-record', reachesEveryone(({ review }) => ({ query: { id: review } }))],
]
