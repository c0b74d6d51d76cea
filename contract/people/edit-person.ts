import { z } from 'zod'
import { accountRefusals, InvitedReply, NewPerson } from '../accounts.ts'
import { domainRefusals } from '../domains.ts'
import { endpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/refusal.ts'
import { firstWeek, lastWeek } from '../limits.ts'
import { ListedPerson, unknownPerson } from '../people.ts'
import { handOverRefusals } from '../reviews/hand-over.ts'
import { addableRoles, forRoles } from '../roles.ts'

export const personSaved = 'Saved'

export const editPersonRefusals = {
  noReview: refusal(409, 'This student has no open review to assign'),
  notVerified: refusal(409, 'This person has not completed their profile yet'),
  marked: refusal(409, 'The open review has marks. Decide on it before you change the week.'),
}

const id = z.string().max(100)
const anyone = { id, ...NewPerson.partial().shape }

/** What can be corrected of a person; what is left out stays as it is (contract, section 11). */
export const PersonEdit = {
  student: z.object({
    ...anyone,
    domain: id.optional(),
    week: z.number().int().min(firstWeek).max(lastWeek).optional(),
    advisor: id.nullable().optional(),
  }),
  advisor: z.object(anyone),
  reviewer: z.object({ ...anyone, domains: z.array(id).min(1).max(100).optional() }),
}

const summaries = {
  student:
    'Changes a student’s name, email, domain, week or advisor, or removes the advisor with null. The open review follows',
  advisor: 'Changes an advisor’s name or email',
  reviewer: 'Changes a reviewer’s name, email or domains',
}

const refusedOfStudents = [
  editPersonRefusals.marked,
  editPersonRefusals.noReview,
  handOverRefusals.unknown,
  handOverRefusals.cannotTake,
]

export const editPerson = forRoles(addableRoles, (role) =>
  endpoint({
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
      inviteUrl: InvitedReply.shape.inviteUrl.optional(),
    }),
    refuses: [
      unknownPerson(role),
      accountRefusals.emailTaken,
      accountRefusals.unknownDomain,
      ...(role === 'advisor' ? [] : [domainRefusals.archived]),
      editPersonRefusals.notVerified,
      ...(role === 'student' ? refusedOfStudents : []),
    ],
  }),
)
