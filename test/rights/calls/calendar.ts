import { abilities, roles } from '#contract/roles.ts'
import { each, everyone, type KnownCall, nothing, reviewById } from '../describe-call.ts'

/** Calendars, and entries for people's own calendars. */
export const calendarCalls: [string, KnownCall][] = [
  ...each(roles, 'POST /calendar-link', () => nothing),
  ...each(roles, 'GET /calendar-link', () => nothing),
  ...each(abilities['have reviews'], 'GET /calendar-entry', () => reviewById),
  ...each(['advisor', 'reviewer'], 'GET /calendar', () => nothing),
  ...each(['advisor', 'reviewer'], 'GET /calendar-absences', () => nothing),
  ...each(['advisor'], 'GET /calendar-days', () => everyone()),
  ...each(['advisor'], 'GET /calendar-load', () => everyone()),
]
