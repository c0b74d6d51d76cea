import { z } from 'zod'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { roles } from '../roles.ts'

export const lockoutEndedMessage = 'Lock ended. They can sign in again now.'

export const lockoutRefusals = {
  noSuchLock: defineRefusal(404, 'This lock has already ended'),
}

/** What keeps somebody from signing in after too many failed logins. */
export const Lockout = z.object({
  _id: z.string(),
  /** The account; null for a lock of a network for all accounts. */
  email: z.string().nullable(),
  /** Whose account it is; null if nobody has one with this email. */
  who: z.object({ _id: z.string(), name: z.string(), role: z.enum(roles) }).nullable(),
  /** Where it holds; null for everywhere. Unless both are said, not where they signed in lately. */
  network: z.string().nullable(),
  until: z.string(),
})
export type Lockout = z.infer<typeof Lockout>

const managing = { role: 'admin', may: 'manage people' } as const

export const listLockouts = defineListEndpoint({
  ...managing,
  path: '/locks',
  summary: 'Lists who is locked out after too many failed logins, by email and network',
  query: {
    /** Part of a name or an email. */
    search: z.string().max(200).optional(),
  },
  item: Lockout,
})

export const endLockout = defineEndpoint({
  ...managing,
  method: 'POST',
  path: '/end-lock',
  summary: 'Removes a login lock from an account or a network and clears its failed logins',
  body: z.object({ id: z.string().max(1_000) }),
  reply: z.object({ message: z.string() }),
  refuses: [lockoutRefusals.noSuchLock],
})
