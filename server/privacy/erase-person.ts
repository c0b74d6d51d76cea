import { sql } from 'kysely'
import type { z } from 'zod'
import { peopleRefusals } from '#contract/people/people.ts'
import {
  type erasePerson as endpoint,
  eraseRefusals,
  getErasedName,
} from '#contract/privacy/erase-person.ts'
import { computePersonKeys } from '#server/database/list/search-and-sort-keys.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { audited, recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { lockPerson } from '#server/people/actions.ts'
import { publishErasedToWebhooks } from '#server/people/events/people-webhooks.ts'
import { lockForScheduling } from '#server/reviews/lock-for-scheduling.ts'
import { eraseFromFiles } from './erase-from-files.ts'
import { maskAuditLog, readFormerNames } from './mask-audit-log.ts'
import { deleteMessagesNamingPerson, makeNameMatcher } from './name-references.ts'
import { type DataSubject, personalDataParts } from './personal-data-parts.ts'
import * as queries from './queries.ts'

type Subject = NonNullable<Awaited<ReturnType<typeof queries.readDataSubject>>>

/**
 * Erases a person for good and returns the name of the stub that is left. Marks and dates stay,
 * texts and everything that tells who it was do not; the stub is blocked, and in no list. Refuses
 * an unknown person (404), another name (400), the admin's own account, a booked slot, an advisor
 * with students, and while a mail to or about the person is being sent (409).
 */
export async function erasePerson(
  context: Context<Tx>,
  adminId: string,
  { id, name }: z.output<NonNullable<(typeof endpoint)['body']>>['value'],
): Promise<string> {
  const { db, clock, settings } = context
  // One at a time, as stubs are numbered.
  await advisoryLock(db, 'erase a person')
  const found = await lockSubject(context, id)
  if (name.trim() !== found.name) {
    const { message } = eraseRefusals.wrongName
    throw new Refused(eraseRefusals.wrongName, { errors: { name: message } })
  }
  if (id === adminId) throw new Refused(eraseRefusals.self)
  const open = await queries.readOpenReviews(db, { id })
  if (found.role === 'advisor' && open.length > 0) throw new Refused(eraseRefusals.hasStudents)
  if (open.some(({ status }) => status === 'review-scheduled')) {
    throw new Refused(eraseRefusals.booked)
  }
  const mails = await findMails(context, found)

  const former = await readFormerNames(db, id)
  const names = makeNameMatcher([found.name, found.email, ...former])
  await queries.allowTextErasure(db, { id })
  mails.push(...(await deleteMessagesNamingPerson(context, names)))
  await maskAuditLog(db, id, names)
  await eraseParts(db, found)
  const now = clock()
  const { count } = await queries.countErased(db)
  const stub = { name: getErasedName(count + 1), email: `${id.toLowerCase()}@erased.invalid` }
  await queries.updateToStub(db, {
    id,
    now,
    ...stub,
    ...computePersonKeys(stub, settings.language),
  })
  for (const { id: reviewId } of open.filter(({ student_id }) => student_id === id)) {
    await audited(context, { kind: 'reviews', id: reviewId }, () =>
      queries.closeReview(db, { id: reviewId, now }),
    )
  }
  await queries.disallowTextErasure(db)
  await publishErasedToWebhooks(context, [{ _id: id, role: found.role }])

  const [before, after] = [{ erased_at: null }, { erased_at: now }]
  await recordAudit(context, { kind: 'people', id, before, after })
  context.live.end({ personId: id })
  const advisors = open.flatMap(({ advisor_id }) => advisor_id ?? [])
  context.live.changed('reviews', [id, ...advisors])
  context.afterCommit?.((done) => eraseFromFiles(done, { names, mails }))
  return stub.name
}

/** Locks what a booking would lock, then the person. */
async function lockSubject(context: Context<Tx>, id: string): Promise<Subject> {
  const { db } = context
  const reviewIds = (await queries.readOpenReviews(db, { id })).map((review) => review.id)
  await lockForScheduling(db, { reviewerIds: [id], reviewIds })
  await lockPerson(context, id)
  const found = await queries.readDataSubject(db, { id })
  if (!found) throw new Refused(peopleRefusals.unknownPerson)
  return found
}

/** The ids of the mails to the person. Refuses (409) while one of them is being sent. */
async function findMails({ db, clock }: Context<Tx>, person: Subject): Promise<string[]> {
  await queries.lockNotifications(db, { id: person.id })
  const mails = await queries.lockMailsTo(db, { id: person.id, email: person.email })
  const now = clock()
  const isBeingSent = mails.some((mail) => mail.sent_at === null && (mail.claimed_until ?? 0) > now)
  if (isBeingSent) throw new Refused(eraseRefusals.mailUnderWay)
  return mails.map((mail) => mail.id)
}

async function eraseParts(db: Tx, person: DataSubject): Promise<void> {
  for (const { table, whose, erased = whose, erase } of personalDataParts) {
    if (erase === 'keep') continue
    const rows = sql`${sql.table(table)} `
    if (erase === 'delete') {
      await sql`delete from ${rows} where ${erased(person)}`.execute(db)
    } else {
      const changes = Object.entries(erase.set).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value}`,
      )
      await sql`update ${rows} set ${sql.join(changes)} where ${erased(person)}`.execute(db)
    }
  }
}
