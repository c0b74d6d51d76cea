import { namesInReminder } from '#contract/limits/notices.ts'
import { type HandedOver, handOverRefusals, shareEvenly } from '#contract/reviews/hand-over.ts'
import { type Tx, takeTurns } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { note, noteNothing } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { tellAll } from '#server/notices/actions.ts'
import { findPerson } from '#server/people/actions.ts'
import { arriving } from '../actions.ts'
import { holdSchedule } from '../hold.ts'
import { type OpenOfAdvisor, readAdvisors, readOpenOf, saveAdvisor } from './queries.ts'

type Advisor = Awaited<ReturnType<typeof readAdvisors>>[number]

/**
 * Gives all open reviews of an advisor to another one, or evenly to all others who are verified and
 * not blocked, and tells the advisors and the students. Refuses an unknown advisor (404), one who
 * cannot take them, and when nobody can (409; contract, section 11).
 */
export async function handOver(
  context: Context<Tx>,
  adminId: string,
  { from, to }: { from: string; to: string },
): Promise<HandedOver[]> {
  const { db } = context
  const advisor = await findPerson(context, 'advisor', { id: from })
  if (!advisor) throw new Refused(handOverRefusals.unknown)
  if (to === from) throw new Refused(handOverRefusals.self)
  // Nobody is given a first review meanwhile, and nobody who takes them is blocked.
  await takeTurns(db, arriving)
  await holdSchedule(db, {
    reviewerIds: (await readAdvisors(db)).map(({ id }) => id),
    reviewIds: (await readOpenOf(db, { advisorId: from })).map(({ id }) => id),
  })
  const takers = await findTakers(context, { from, to })
  const open = await readOpenOf(db, { advisorId: from })
  if (open.length === 0) noteNothing(context)
  const given = share(open, takers)
  for (const [{ id }, reviews] of given) {
    await saveAdvisor(db, { from, to: id, ids: JSON.stringify(reviews.map((one) => one.id)) })
  }
  await noteGiven(context, from, given)
  await tellGiven(context, { from: advisor, adminId, given })
  return [...given].flatMap(([{ id: _id, name }, reviews]) =>
    reviews.map(({ student_id, student }) => ({
      student: { _id: student_id, name: student },
      advisor: { _id, name },
    })),
  )
}

async function findTakers(
  context: Context<Tx>,
  { from, to }: { from: string; to: string },
): Promise<Advisor[]> {
  const others = (await readAdvisors(context.db)).filter(({ id }) => id !== from)
  if (to === shareEvenly) {
    if (others.length === 0) throw new Refused(handOverRefusals.nobody)
    return others
  }
  const taker = others.find(({ id }) => id === to)
  if (taker) return [taker]
  const isThere = await findPerson(context, 'advisor', { id: to })
  throw new Refused(isThere ? handOverRefusals.cannotTake : handOverRefusals.unknown)
}

/** Each review to the advisor with the fewest by then. */
function share(
  open: readonly OpenOfAdvisor[],
  takers: readonly Advisor[],
): Map<Advisor, OpenOfAdvisor[]> {
  const given = new Map<Advisor, OpenOfAdvisor[]>(takers.map((taker) => [taker, []]))
  const loadOf = ([{ reviews }, more]: [Advisor, OpenOfAdvisor[]]) => reviews + more.length
  for (const review of open) {
    const [fewest] = [...given].toSorted((one, other) => loadOf(one) - loadOf(other))
    fewest?.[1].push(review)
  }
  return new Map([...given].filter(([, reviews]) => reviews.length > 0))
}

async function noteGiven(context: Context<Tx>, from: string, given: Map<Advisor, OpenOfAdvisor[]>) {
  for (const [taker, reviews] of given) {
    for (const { id } of reviews) {
      const changed = { before: { advisor_id: from }, after: { advisor_id: taker.id } }
      await note(context, { kind: 'reviews', id, ...changed })
    }
  }
}

type Given = {
  from: { id: string; name: string }
  adminId: string
  given: Map<Advisor, OpenOfAdvisor[]>
}

/** Tells the students, each who takes some, and the one who had them; their open pages as well. */
async function tellGiven(context: Context<Tx>, { from, adminId, given }: Given): Promise<void> {
  const admin = await findPerson(context, 'admin', { id: adminId })
  const by = admin?.name ?? ''
  const told = [...given].map(([taker, reviews]) => {
    const names = reviews.slice(0, namesInReminder).map(({ student }) => student)
    const advisor = { _id: taker.id, name: taker.name }
    return {
      ...({ kind: 'advisor-changed', matter: newId() } as const),
      to: [
        ...reviews.map(({ student_id: _id }) => ({ _id, role: 'student' as const })),
        ...[taker.id, from.id].map((_id) => ({ _id, role: 'advisor' as const })),
      ],
      facts: () => ({ by, advisor, students: names, count: reviews.length }),
    }
  })
  await tellAll(context, told)
  const reviews = [...given.values()].flat()
  const people = reviews.flatMap((one) => [one.student_id, one.reviewer_id])
  context.live.changed('reviews', [from.id, ...[...given.keys()].map(({ id }) => id), ...people])
}
