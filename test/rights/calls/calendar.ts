import { abilities, roles } from '#contract/roles.ts'
import {
  type KnownCall,
  reachesEveryone,
  reachesNothing,
  reachesOwnReview,
  repeatForRoles,
} from '../describe-call.ts'

/** Calendars, and entries for people's own calendars. */
export const calendarCalls: [string, KnownCall][] = [
  ...repeatForRoles(roles, 'POST /calendar-link', () => reachesNothing),
  ...repeatForRoles(roles, 'GET /calendar-link', () => reachesNothing),
  ...repeatForRoles(abilities['have reviews'], 'GET /calendar-entry', () => reachesOwnReview),
  ...repeatForRoles(['advisor', 'reviewer'], 'GET /calendar', () => reachesNothing),
  ...repeatForRoles(['advisor', 'reviewer'], 'GET /calendar-absences', () => reachesNothing),
  ...repeatForRoles(['advisor'], 'GET /calendar-days', () => reachesEveryone()),
  ...repeatForRoles(['advisor'], 'GET /calendar-load', () => reachesEveryone()),
]
