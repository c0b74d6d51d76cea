import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { peopleRefusals } from '../people/people.ts'
import { mapRoles, roles } from '../roles.ts'

/** One part of what is kept of a person: what it is, and its rows by column. */
const PersonDataPart = z.object({
  part: z.string(),
  says: z.string(),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
})
export type PersonDataPart = z.infer<typeof PersonDataPart>

/** Everything that is kept of a person; `at` is when it was read, as an ISO instant. */
export const PersonData = z.object({
  _id: z.string(),
  at: z.string(),
  parts: z.array(PersonDataPart),
})

export const getPersonData = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'GET',
  path: '/person-data',
  summary: 'Returns everything stored about a person, with a sentence for each part',
  query: z.object({ id: z.string().max(100) }),
  reply: PersonData,
  refuses: [peopleRefusals.unknownPerson],
})

export const getOwnData = mapRoles(roles, (role) =>
  defineEndpoint({
    role,
    may: 'sign in',
    method: 'GET',
    path: '/my-data',
    summary: 'Returns everything stored about the caller, with a sentence for each part',
    reply: PersonData,
  }),
)
