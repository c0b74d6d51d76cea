import { abilities, roles } from '#contract/roles.ts'
import {
  forRoles,
  type KnownCall,
  reachesEveryone,
  reachesNothing,
  reviewById,
} from '../describe-call.ts'

/** Calendars, and entries for people's own calendars. */
export const calendarCalls: [string, KnownCall][] = [
  ...forRoles(roles, 'POST /calendar-link', () => reachesNothing),
  ...forRoles(roles, 'GET /calendar-link', () => reachesNothing),
  ...forRoles(abilities['have reviews'], 'GET /calendar-entry', () => reviewById),
  ...forRoles(['advisor', 'reviewer'], 'GET /calendar', () => reachesNothing),
  ...forRoles(['advisor', 'reviewer'], 'GET /calendar-absences', () => reachesNothing),
  ...forRoles(['advisor'], 'GET /calendar-days', () => reachesEveryone()),
  ...forRoles(['advisor'], 'GET /calendar-load', () => reachesEveryone()),
]
