import * as links from '#contract/accounts/links.ts'
import * as locks from '#contract/accounts/locks.ts'
import * as many from '#contract/accounts/many.ts'
import * as recovery from '#contract/accounts/recovery.ts'
import * as secondFactor from '#contract/accounts/second-factor.ts'
import * as sessions from '#contract/accounts/sessions.ts'
import * as accounts from '#contract/accounts.ts'
import * as calendar from '#contract/calendar.ts'
import * as calls from '#contract/calls.ts'
import * as domains from '#contract/domains.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import * as mails from '#contract/mails.ts'
import * as people from '#contract/people.ts'
import * as booking from '#contract/reviews/booking.ts'
import * as cancellation from '#contract/reviews/cancellation.ts'
import * as decision from '#contract/reviews/decision.ts'
import * as freeSlots from '#contract/reviews/free-slots.ts'
import * as history from '#contract/reviews/history.ts'
import * as lookBack from '#contract/reviews/look-back.ts'
import * as marking from '#contract/reviews/marking.ts'
import * as moves from '#contract/reviews/moves.ts'
import * as noShow from '#contract/reviews/no-show.ts'
import * as waiting from '#contract/reviews/waiting.ts'
import * as wishes from '#contract/reviews/wishes.ts'
import * as reviews from '#contract/reviews.ts'
import * as need from '#contract/school/need.ts'
import * as school from '#contract/school.ts'
import * as slots from '#contract/slots.ts'
import * as tasks from '#contract/tasks.ts'
import * as trail from '#contract/trail.ts'

/** How a call is named in tests and on the wire: `PUT /advisor/book-slot`. */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** Every call that the contract describes, by its name. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  [
    ...[calendar, calls, domains, mails, people, reviews, school, slots, tasks, trail],
    ...[booking, decision, lookBack, marking, waiting, need],
    ...[cancellation, freeSlots, history, moves, noShow, wishes],
    ...[accounts, links, locks, many, recovery, secondFactor, sessions],
  ]
    .flatMap((room) => Object.values(room))
    .flatMap(endpointsIn)
    .map((one) => [nameOf(one), one]),
)

/** An endpoint stands for itself, or one for each role in an object. */
function endpointsIn(value: unknown): Endpoint[] {
  if (typeof value !== 'object' || value === null) return []
  if (isEndpoint(value)) return [value]
  return Object.values(value).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['method', 'path', 'reply', 'refuses'].every((name) => name in value)
  )
}

/** Whether a call answers a list, a page at a time. */
export function isList(endpoint: Endpoint): boolean {
  return 'isList' in endpoint
}
