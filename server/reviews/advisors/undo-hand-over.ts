import { undoMs } from '#contract/limits/reviews.ts'
import {
  handOverRefusals,
  handOverStudents,
  type UndoHandOverResult,
} from '#contract/reviews/hand-over-students.ts'
import { toReference } from '#server/database/column-values.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { findPerson } from '#server/people/actions.ts'
import { lockInvitees, moveInvitees } from '#server/people/invited-people.ts'
import { firstReviewLock } from '../actions.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import {
  readAvailableAdvisors,
  readHandedOverStudents,
  readLastHandedOverStudents,
} from './queries.ts'
import { reassignReviews, toHandedOverStudents } from './reassign-reviews.ts'

/**
 * Undoes an advisor's hand-overs of the last ten minutes. Reviews return unless they were closed,
 * were moved again, or were changed by the new advisor; invited students unless they have joined
 * or were moved again. Refuses an unknown advisor (404), one who cannot take students, or if there
 * is nothing to undo (409).
 */
export async function undoHandOver(
  context: Context<Tx>,
  adminId: string,
  from: string,
): Promise<UndoHandOverResult> {
  const undone = await undoHandOverIfAny(context, adminId, from)
  if (undone.back.length + undone.kept.length === 0) throw new Refused(handOverRefusals.undoOver)
  return undone
}

/** Like `undoHandOver`, but does nothing if there is nothing to undo. */
export async function undoHandOverIfAny(
  context: Context<Tx>,
  adminId: string,
  from: string,
): Promise<UndoHandOverResult> {
  const recent = { ...handedOverBy(from), since: context.clock() - undoMs }
  return returnStudents(context, adminId, from, {
    read: () => readHandedOverStudents(context.db, recent),
    isKept,
  })
}

/**
 * Returns the students whom the last hand-over took from an advisor, with their open reviews or
 * still invited, unless they have another advisor than it gave them. Refuses an unknown advisor
 * (404), one who cannot take students, or if nobody can return (409).
 */
export async function takeBackStudents(
  context: Context<Tx>,
  adminId: string,
  from: string,
): Promise<UndoHandOverResult> {
  const taken = await returnStudents(context, adminId, from, {
    read: () => readLastHandedOverStudents(context.db, handedOverBy(from)),
    isKept: hasMovedOn,
  })
  if (taken.back.length === 0) throw new Refused(handOverRefusals.noneToTakeBack)
  return taken
}

type HandedOver = Awaited<ReturnType<typeof readLastHandedOverStudents>>[number]
type Which<Row> = { read: () => Promise<Row[]>; isKept: (row: Row) => boolean }

/** Returns reviews and invited students to an advisor, except those that stay. */
async function returnStudents<Row extends HandedOver>(
  context: Context<Tx>,
  adminId: string,
  from: string,
  { read, isKept }: Which<Row>,
): Promise<UndoHandOverResult> {
  const { db } = context
  const isThere = await findPerson(context, 'advisor', { id: from })
  if (!isThere) throw new Refused(handOverRefusals.unknown)
  await advisoryLock(db, firstReviewLock)
  const found = await read()
  const reviewIds = found.flatMap(({ id }) => id ?? [])
  const ids = JSON.stringify(found.flatMap((row) => (row.id === null ? row.student_id : [])))
  const invited = new Set((await lockInvitees(db, { ids })).map(({ id }) => id))
  await lockForScheduling(db, { reviewerIds: [from], reviewIds: [...new Set(reviewIds)] })
  const advisor = (await readAvailableAdvisors(db)).find(({ id }) => id === from)
  if (!advisor) throw new Refused(handOverRefusals.cannotTake)
  const locked = (await read()).filter((row) => row.id !== null || invited.has(row.student_id))
  // If a review or a student was handed over twice, the last time counts.
  const rows = new Map(locked.map((row) => [row.id ?? row.student_id, row]))
  const away = [...rows.values()].filter(({ advisor_id }) => advisor_id !== from)
  const { back = [], kept = [] } = Object.groupBy(away, (row) => (isKept(row) ? 'kept' : 'back'))
  const open = back.flatMap(({ id, ...row }) => (id === null ? [] : { id, ...row }))
  const reassignments = [...Map.groupBy(open, getTaker)].map(([, reviews]) => ({
    from: advisorIn(reviews[0]),
    to: advisor,
    reviews,
  }))
  await reassignReviews(context, adminId, { reassignments, isUndo: true })
  await moveInvitees(
    context,
    back.filter(({ id }) => id === null),
    from,
  )
  return {
    back: toHandedOverStudents(back, advisor),
    kept: kept.map(({ student_id, student, ...row }) => ({
      student: { _id: student_id, name: student },
      advisor: toReference(row.advisor_id, row.advisor),
    })),
  }
}

/**
 * When students of the advisor were last handed over (ms since 1970); null if an undo would return
 * none of them.
 */
export async function findUndoableHandOverTime(
  context: Context,
  advisorId: string,
): Promise<number | null> {
  const recent = { ...handedOverBy(advisorId), since: context.clock() - undoMs }
  const rows = await readHandedOverStudents(context.db, recent)
  const times = rows.flatMap((row) => (row.advisor_id === advisorId || isKept(row) ? [] : row.at))
  return times.length === 0 ? null : Math.max(...times)
}

/** Selects the audit log entries of hand-overs from this advisor. */
const handedOverBy = (advisorId: string) => ({
  call: `${handOverStudents.method} ${handOverStudents.path}`,
  before: JSON.stringify({ advisor_id: advisorId }),
  invitedBefore: JSON.stringify({ first_advisor_id: advisorId }),
})

type Taken = Pick<HandedOver, 'advisor_id' | 'advisor'>
type Row = Awaited<ReturnType<typeof readHandedOverStudents>>[number]

const getTaker = ({ advisor_id }: Taken) => advisor_id

const advisorIn = (row: Taken | undefined) =>
  row?.advisor_id ? { id: row.advisor_id, name: row.advisor ?? '' } : null

/** Whether the review stays: it is closed, has moved on, or was changed by its new advisor. */
function isKept(row: Row): boolean {
  return row.closed_at !== null || hasMovedOn(row) || row.has_acted === 1
}

/** Whether the student has another advisor than the hand-over gave them. */
function hasMovedOn({ advisor_id: id, given }: HandedOver): boolean {
  const same = [JSON.stringify({ advisor_id: id }), JSON.stringify({ first_advisor_id: id })]
  return given === null || !same.includes(given)
}
