import type { CorrectedDetails } from '#contract/notifications/person-details-changed.ts'
import { editPersonRefusals } from '#contract/people/edit-person.ts'
import { formatUnknownPerson } from '#contract/people/people.ts'
import type { Role } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { enqueueMail } from '#server/kit/mail/outbox.ts'
import { redirectUnsent } from '#server/kit/mail/queries.ts'
import { notify } from '#server/notifications/actions.ts'
import * as people from '#server/people/actions.ts'
import { type DetailsEdit, editDetails, saveEmail } from '#server/people/edit-details.ts'
import { setInvitedPassword } from '#server/people/join.ts'
import { assignAdvisor, chooseFirstAdvisor } from '#server/reviews/advisors/assign-advisor.ts'
import { changeOpenReviewWeek } from '#server/reviews/change-week.ts'
import { findLatestReview } from '#server/reviews/close-and-reopen.ts'
import { deleteResetLinks, notifyEmailChanged } from './email/actions.ts'
import { makeEmailChangedByAdminMail } from './email/mail.ts'
import { deleteChangesFromOtherEmails } from './email/queries.ts'
import { invite } from './invitations/actions.ts'

type Edit = DetailsEdit & {
  id: string
  email?: string | undefined
  advisor?: string | null | undefined
}

/**
 * Corrects a person's details; undefined keeps a value (contract, section 11). A student's open
 * review moves to a new week and advisor, and an invited student begins with them. The person is
 * notified of what has changed; of a new domain or week the advisor and the reviewer of a booked
 * slot are, too. A new email applies at once: both addresses are notified, and an open invitation
 * is sent to the new one, whose link is returned; links back to other emails end.
 * Refuses an unknown person (404), an email in use, the admin's own email, a week once there are
 * marks, contact data of a person who is not verified (409), none or an unknown domain of one who
 * is, and an invalid number (400).
 */
export async function editPerson(
  context: Context<Tx>,
  adminId: string,
  role: Role,
  { id, email, advisor, ...details }: Edit,
): Promise<string | undefined> {
  const { domain, domains, week, number, address } = details
  const found = await findAndHoldInvited(context, role, id)
  const isInvited = found.verified_at === null
  const { notVerified, needsDomain } = editPersonRefusals
  if (isInvited && (number !== undefined || address !== undefined)) throw new Refused(notVerified)
  if (!isInvited && (domain === null || domains?.length === 0)) {
    const field = domain === null ? 'domain' : 'domains'
    throw new Refused(needsDomain, { errors: { [field]: needsDomain.message } })
  }
  const isNewEmail = email !== undefined && email !== found.email
  if (isNewEmail && id === adminId) {
    const { ownEmail } = editPersonRefusals
    throw new Refused(ownEmail, { errors: { email: ownEmail.message } })
  }
  skipAudit(context)
  // Reviews are locked before their students, in the same order as by a decision.
  if (advisor !== undefined) {
    const given = { studentId: id, advisorId: advisor }
    if (isInvited) await chooseFirstAdvisor(context, given)
    else await assignAdvisor(context, adminId, given)
  }
  if (week !== undefined) await changeOpenReviewWeek(context, id, week)
  const person = await people.lockPerson(context, id)
  if (!person) throw new Refused(formatUnknownPerson(role))
  const changed = await editDetails(context, person, details)
  if (Object.keys(changed).length > 0 && person.verified_at !== null) {
    const by = (await people.findPerson(context, 'admin', { id: adminId }))?.name ?? ''
    await notify(context, {
      kind: 'details-changed',
      dedupeKey: newId(),
      to: [{ _id: id, role }],
      payload: () => ({ by, ...changed }),
    })
    context.live.changed('reviews', [id])
    const { domain, week } = changed
    if (domain !== undefined || week !== undefined) {
      await notifyStaff(context, id, { by, domain, week })
    }
  }
  if (!isNewEmail) return undefined
  return changeEmail(context, role, { ...person, name: details.name ?? person.name }, email)
}

/**
 * Notifies the advisor of a student's open review, and the reviewer of its booked slot, of another
 * domain or week.
 */
async function notifyStaff(
  context: Context<Tx>,
  studentId: string,
  change: Pick<CorrectedDetails, 'by' | 'domain' | 'week'>,
): Promise<void> {
  const review = await findLatestReview(context, studentId)
  if (!review || review.closed_at !== null) return
  const { id: reviewId, advisor_id: advisorId, reviewer_id, status } = review
  const reviewerId = status === 'review-scheduled' ? reviewer_id : null
  const student = { _id: studentId, name: review.student }
  await notify(context, {
    kind: 'details-changed',
    dedupeKey: newId(),
    reviewId,
    to: [
      ...(advisorId === null ? [] : [{ _id: advisorId, role: 'advisor' as const }]),
      ...(reviewerId === null ? [] : [{ _id: reviewerId, role: 'reviewer' as const }]),
    ],
    payload: () => ({ ...change, student }),
  })
  context.live.changed('reviews', [advisorId, reviewerId])
}

/**
 * Returns the person; locks one who is invited, so that they do not join with the old details. They
 * have no review that would have to be locked before them. Refuses an unknown person (404).
 */
async function findAndHoldInvited(context: Context<Tx>, role: Role, id: string) {
  const found = await people.findPerson(context, role, { id })
  const held = found?.verified_at === null ? await people.lockPerson(context, id) : found
  if (!held) throw new Refused(formatUnknownPerson(role))
  return held
}

async function changeEmail(
  context: Context<Tx>,
  role: Role,
  person: people.Person,
  email: string,
): Promise<string | undefined> {
  await saveEmail(context, person, email)
  const redirect = { personId: person.id, from: person.email, to: email }
  await redirectUnsent(context.db, { ...redirect, now: context.clock() })
  if (person.verified_at === null) {
    await setInvitedPassword(context, role, person.id, null)
    return invite(context, { ...person, role, email })
  }
  // An intruder who has changed the email could undo the correction. The owner's own link still
  // ends the intruder's sessions.
  await deleteChangesFromOtherEmails(context.db, { personId: person.id, email })
  await deleteResetLinks(context, person.id)
  await enqueueMail(
    context,
    makeEmailChangedByAdminMail(person, context.settings.schoolName, email),
  )
  await notifyEmailChanged(context, person, { dedupeKey: newId(), email })
  return undefined
}
