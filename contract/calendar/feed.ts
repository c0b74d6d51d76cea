import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { abilities, mapRoles } from '../roles.ts'

const subscribing = abilities['subscribe to reviews']

/** The path of a person's calendar feed. It needs no session, because calendar apps have none. */
export const getFeedPath = (secret: string) => `/calendar/${secret}.ics`

export const makeCalendarLink = mapRoles(subscribing, (role) =>
  defineEndpoint({
    role,
    may: 'subscribe to reviews',
    method: 'POST',
    path: '/calendar-link',
    summary: 'Creates the caller’s calendar subscription link and invalidates the previous one',
    reply: z.object({ url: z.string() }),
  }),
)

export const getCalendarLink = mapRoles(subscribing, (role) =>
  defineEndpoint({
    role,
    may: 'subscribe to reviews',
    method: 'GET',
    path: '/calendar-link',
    summary:
      'Returns when the calendar link was created, or null. The link itself is only shown when it is created',
    reply: z.object({ madeAt: z.string().nullable() }),
  }),
)
