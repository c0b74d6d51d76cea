import { z } from 'zod'
import { accountRefusals, InvitedReply, NewPerson } from '../accounts/accounts.ts'
import { domainRefusals } from '../domains/domain.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { firstWeek, lastWeek } from '../limits/limits.ts'
import { handOverRefusals } from '../reviews/hand-over-students.ts'
import { mapRoles, roles } from '../roles.ts'
import { ProfileEdit } from './edit-profile.ts'
import { formatUnknownPerson, ListedPerson } from './people.ts'

export const personSavedMessage = 'Saved'

export const wrongWeekMessage = `Week must be a whole number from ${firstWeek} to ${lastWeek}`

export const editPersonRefusals = {
  noReview: defineRefusal(409, 'This student has no open review to assign'),
  notVerified: defineRefusal(409, 'This person has not completed their profile yet'),
  marked: defineRefusal(409, 'The open review has marks. Decide on it before you change the week.'),
  /** Of a person who has joined. */
  needsDomain: defineRefusal(400, 'Please choose a domain'),
  ownEmail: defineRefusal(409, 'Change your own email under Account, with your password.'),
}

const id = z.string().max(100)
const anyone = { id, ...NewPerson.partial().shape }
const withProfile = { ...anyone, ...ProfileEdit.partial().shape }
const withDomains = { ...withProfile, undo: z.boolean().optional() }

/** What can be corrected of a person; what is left out stays as it is (contract, section 11). */
export const PersonEdit = {
  student: z.object({
    ...withDomains,
    /** Null for an invited student, who then chooses one. */
    domain: id.nullable().optional(),
    week: z
      .number(wrongWeekMessage)
      .int(wrongWeekMessage)
      .min(firstWeek, wrongWeekMessage)
      .max(lastWeek, wrongWeekMessage)
      .optional(),
    advisor: id.nullable().optional(),
  }),
  advisor: z.object(withProfile),
  reviewer: z.object({ ...withDomains, domains: z.array(id).max(100).optional() }),
  admin: z.object(anyone),
}

const summaries = {
  student:
    'Changes a student’s name, contact data, domain, week or advisor, or removes the advisor (null). The open review changes too. An invited student starts with these values, and chooses a domain if it is null. With `undo`, the domain may be archived',
  advisor: 'Changes an advisor’s name or contact data',
  reviewer:
    'Changes a reviewer’s name, contact data or domains, which may be none until they join. With `undo`, they may be archived',
  admin: 'Changes an admin’s name or email',
}

const refusedOfStudents = [
  editPersonRefusals.marked,
  editPersonRefusals.noReview,
  handOverRefusals.unknown,
  handOverRefusals.cannotTake,
]

const refusedByRole = {
  student: [domainRefusals.archived, editPersonRefusals.needsDomain, ...refusedOfStudents],
  advisor: [],
  reviewer: [domainRefusals.archived, editPersonRefusals.needsDomain],
  admin: [editPersonRefusals.ownEmail],
}

export const editPerson = mapRoles(roles, (role) =>
  defineEndpoint({
    role: 'admin',
    may: 'manage people',
    method: 'PUT',
    path: `/edit-${role}`,
    summary: summaries[role],
    body: z.object({ value: PersonEdit[role] }),
    reply: z.object({
      message: z.string(),
      user: ListedPerson,
      /** The new link of somebody who was invited at the address that is corrected. */
      inviteUrl: InvitedReply.shape.inviteUrl,
    }),
    refuses: [
      formatUnknownPerson(role),
      accountRefusals.emailTaken,
      accountRefusals.unknownDomain,
      editPersonRefusals.notVerified,
      ...refusedByRole[role],
    ],
  }),
)
