import { z } from 'zod'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { peopleRefusals } from '../people/people.ts'
import { mapRoles, roles } from '../roles.ts'

export const sessionEndedMessage = 'Signed out there.'
export const otherSessionsEndedMessage = 'Signed out everywhere else.'
export const allSessionsEndedMessage = 'Signed out everywhere.'

export const sessionRefusals = {
  unknownSession: defineRefusal(404, 'This session does not exist'),
}

const Message = z.object({ message: z.string() })

/** A session of a person who is signed in. */
export const ActiveSession = z.object({
  _id: z.string(),
  signedInAt: z.string(),
  /** Accurate to one minute. */
  usedAt: z.string(),
  /** Short, such as 'Firefox on Linux'. */
  browser: z.string().nullable(),
  address: z.string().nullable(),
  /** Whether this is the session that made the call. */
  isThis: z.boolean(),
})
export type ActiveSession = z.infer<typeof ActiveSession>

export const listSessions = mapRoles(roles, (role) =>
  defineListEndpoint({
    role,
    may: 'sign in',
    path: '/sessions',
    summary: 'Lists the caller’s sessions, newest first',
    item: ActiveSession,
  }),
)

const endSessions = { may: 'sign in', method: 'POST', reply: Message } as const

export const endSession = mapRoles(roles, (role) =>
  defineEndpoint({
    ...endSessions,
    role,
    path: '/end-session',
    summary: 'Ends one of the caller’s sessions',
    body: z.object({ id: z.string().max(100) }),
    refuses: [sessionRefusals.unknownSession],
  }),
)

export const endOtherSessions = mapRoles(roles, (role) =>
  defineEndpoint({
    ...endSessions,
    role,
    path: '/end-other-sessions',
    summary: 'Ends all of the caller’s sessions except this one, and all their API tokens',
  }),
)

export const listPersonSessions = defineListEndpoint({
  role: 'admin',
  may: 'manage people',
  path: '/person-sessions',
  summary: 'Lists a person’s sessions, newest first',
  query: { person: z.string().max(100) },
  item: ActiveSession,
  refuses: [peopleRefusals.unknownPerson],
})

export const endPersonSessions = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/end-person-sessions',
  summary:
    'Ends one of a person’s sessions, or without `session` all of them except the one that makes the call and all API tokens, and notifies the person',
  body: z.object({
    value: z.object({ id: z.string().max(100), session: z.string().max(100).optional() }),
  }),
  reply: Message,
  refuses: [peopleRefusals.unknownPerson, sessionRefusals.unknownSession],
})
