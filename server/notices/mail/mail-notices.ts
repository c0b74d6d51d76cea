import type { NoticeKind } from '#contract/kit/notice-kind.ts'
import { endOfQuiet } from '#contract/notices/quiet-hours.ts'
import { notices } from '#contract/notices.ts'
import type { Tx } from '#server/database/transaction.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { postMail } from '#server/kit/mail/outbox.ts'
import { takeTurnAtNotices } from '../actions.ts'
import { type Chosen, findChosen, zoneOf } from '../settings.ts'
import { calendarPartOf } from './calendar-part.ts'
import { noticeMail, type Several, type Told } from './notice-mail.ts'
import {
  mostPeople,
  putOff,
  readDuePeople,
  readRecipient,
  readTaken,
  takeDue,
  takeGathered,
} from './queries.ts'

/**
 * Writes the mails that notices are due for, with one transaction a person, by one process: what
 * goes at once each by itself, and what could wait together. Who is blocked or only invited gets
 * none. What goes wrong with one person keeps the others from nothing, and is raised at the end.
 */
export async function mailNotices(context: Context, stopped?: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (;;) {
    const people = await readDuePeople(context.db, { now: context.clock() })
    for (const { person_id: personId } of people) {
      if (stopped?.aborted) return
      await inTransaction(context, (tx) => mailTo(tx, personId)).catch((error: unknown) =>
        failures.push(error),
      )
    }
    if (people.length < mostPeople || failures.length > 0) break
  }
  if (failures.length > 0) throw new AggregateError(failures, 'notices were not mailed')
}

async function mailTo(context: Context<Tx>, personId: string): Promise<void> {
  const { db, settings } = context
  await takeTurnAtNotices(context, personId)
  const due = await takeAll(context, personId)
  const recipient = await readRecipient(db, { personId })
  if (!recipient) return
  const chosen = await findChosen(context, personId)
  const ids = await putOffInQuiet(context, due, chosen)
  const reader = {
    ...{ _id: personId, role: recipient.role },
    ...{ timeZone: zoneOf(context, chosen), schoolZone: settings.timeZone },
  }
  const found = ids.length > 0 ? await readTaken(db, { personId, ids }) : []
  const told = found
    .map(({ kind, facts, at, review, review_id: reviewId }) => {
      const known: unknown = JSON.parse(facts)
      const goodUntil = notices[kind].goodUntil(known, at)
      return { kind, facts: known, goodUntil, reader: { ...reader, review }, reviewId }
    })
    .filter(({ kind, goodUntil }) => {
      const isOver = goodUntil !== null && goodUntil <= context.clock()
      return chosen.kinds[kind].mail && !isOver
    })
  const withEntries = await Promise.all(
    told.map(async (one) => ({ ...one, calendar: await calendarPartOf(context, one, recipient) })),
  )
  for (const mail of mailsOf(withEntries)) {
    await postMail(context, noticeMail(recipient, mail, settings.appUrl))
  }
}

/** What is due, with what can wait for it that is not due yet. */
async function takeAll({ db, clock }: Context<Tx>, personId: string): Promise<Taken[]> {
  const due = await takeDue(db, { personId, now: clock() })
  return due.some(canWait) ? [...due, ...(await takeGathered(db, { personId }))] : due
}

/** Puts off what can wait, where these are quiet hours, and answers the ids of the others. */
async function putOffInQuiet(
  context: Context<Tx>,
  due: Taken[],
  chosen: Chosen,
): Promise<string[]> {
  const { quietHours } = chosen
  const until = quietHours && endOfQuiet(quietHours, zoneOf(context, chosen), context.clock())
  const [later, now] = until === null ? [[], due] : [due.filter(canWait), due.filter(cannotWait)]
  if (until !== null && later.length > 0) await putOff(context.db, { ids: idsOf(later), until })
  return idsOf(now)
}

/** Each mail's notices: those that can wait are one mail, but that a mail brings one entry alone. */
function mailsOf(told: Told[]): Several<Told>[] {
  const isAlone = (one: Told) => one.calendar !== undefined || cannotWait(one)
  const [first, ...others] = told.filter((one) => !isAlone(one))
  const atOnce = told.filter(isAlone).map((one): Several<Told> => [one])
  return first ? [...atOnce, [first, ...others]] : atOnce
}

type Taken = { id: string; kind: NoticeKind }

const canWait = ({ kind }: { kind: NoticeKind }) => notices[kind].mail === 'gathered'
const cannotWait = (one: { kind: NoticeKind }) => !canWait(one)
const idsOf = (taken: Taken[]) => taken.map(({ id }) => id)
