import { z } from 'zod'
import { defineRefusal } from '../kit/refusal.ts'

export const DomainName = z.object({ _id: z.string(), name: z.string() })
export type DomainName = z.infer<typeof DomainName>

/** A domain as admins see it. An archived one stays where it is in use, and is offered nowhere. */
export const Domain = DomainName.extend({
  isArchived: z.boolean(),
  /** The course's last week if an admin has set it; null for that of its last task. */
  lastWeek: z.number().nullable(),
})
export type Domain = z.infer<typeof Domain>

export const domainRefusals = {
  nameTaken: defineRefusal(409, 'This domain already exists'),
  unknown: defineRefusal(404, 'This domain does not exist'),
  archived: defineRefusal(409, 'This domain is archived. Please choose another one.'),
}
