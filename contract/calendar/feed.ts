import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { abilities, forRoles } from '../roles.ts'

const subscribing = abilities['subscribe to reviews']

/** Where a person's own calendar reads their reviews; without a session, as calendars have none. */
export const feedPath = (secret: string) => `/calendar/${secret}.ics`

export const makeCalendarLink = forRoles(subscribing, (role) =>
  endpoint({
    role,
    may: 'subscribe to reviews',
    method: 'POST',
    path: '/calendar-link',
    summary:
      "Makes the address at which the caller's own calendar reads their reviews; the one before it dies",
    reply: z.object({ url: z.string() }),
  }),
)

export const getCalendarLink = forRoles(subscribing, (role) =>
  endpoint({
    role,
    may: 'subscribe to reviews',
    method: 'GET',
    path: '/calendar-link',
    summary: 'When that address was made, which is told then alone; null where there is none',
    reply: z.object({ madeAt: z.string().nullable() }),
  }),
)
