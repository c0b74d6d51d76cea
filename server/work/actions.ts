import { z } from 'zod'
import { reviewRefusals } from '#contract/reviews/reviews.ts'
import { type Work, type WorkChange, WorkLink, workRefusals } from '#contract/work.ts'
import { parseTextList } from '#server/database/column-values.ts'
import { isForeignKeyViolation } from '#server/database/errors/constraint-errors.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit, skipAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { notify } from '#server/notifications/actions.ts'
import { getOwnReview } from '#server/reviews/actions.ts'
import { toListedTask } from '#server/tasks/actions.ts'
import {
  readOwnWork,
  readStudentWork,
  setReady,
  unsetReady,
  upsertWork,
  type WorkRow,
} from './queries.ts'

/** A student's work on the week of their latest review. Refuses one without a review (404). */
export async function getWork({ db }: Context, studentId: string): Promise<Work> {
  return showWork(await findOwnWork(db, studentId))
}

/** The work of one of the caller's reviews. Refuses any other (404). */
export async function getStudentWork(
  { db }: Context,
  caller: { role: keyof typeof readStudentWork; personId: string },
  reviewId: string,
): Promise<Work> {
  const row = await readStudentWork[caller.role](db, { personId: caller.personId, reviewId })
  if (!row) throw new Refused(reviewRefusals.unknown)
  return showWork(row)
}

/**
 * Saves the given parts of a student's work and returns the whole. Advisor and reviewer are
 * notified once a review that the student is ready, which alone is audited: the page saves while
 * somebody types. Refuses a student without a review and one who names somebody else's (404), a
 * review that is conducted or closed, and an earlier one (409).
 */
export async function saveWork(
  context: Context<Tx>,
  studentId: string,
  change: WorkChange,
): Promise<Work> {
  const { db, clock, live } = context
  const before = await findOwnWork(db, studentId)
  const { id: reviewId, advisor_id: advisorId, reviewer_id: reviewerId } = before
  const { reviewId: named = reviewId } = change
  if (named !== reviewId) {
    await getOwnReview(context, { role: 'student', personId: studentId }, named)
    throw new Refused(workRefusals.over)
  }
  if (isOver(before)) throw new Refused(workRefusals.over)
  const { ticks, links, note, isReady } = change
  const saving = upsertWork(db, {
    reviewId,
    now: clock(),
    note: note ?? null,
    ticks: ticks ? JSON.stringify([...new Set(ticks)]) : null,
    links: links ? JSON.stringify(links) : null,
  })
  // The advisor may undo the decision that has opened the review.
  const saved = await refuseOnViolation(isForeignKeyViolation, workRefusals.over, saving)
  skipAudit(context)
  const row = { ...before, ...saved }
  if (isReady !== undefined) row.ready_at = await saveReady(context, row, isReady)
  live.changed('work', [studentId, advisorId, reviewerId])
  return showWork(row)
}

/** Saves whether a student is ready. Returns since when (ms since 1970), or null. */
async function saveReady(
  context: Context<Tx>,
  row: WorkRow,
  isReady: boolean,
): Promise<number | null> {
  const { db, clock } = context
  const { id: reviewId, ready_at: readyAt } = row
  const now = clock()
  const isChanged = await (isReady ? setReady(db, { reviewId, now }) : unsetReady(db, { reviewId }))
  if (!isChanged) return readyAt
  const after = isReady ? now : null
  await recordAudit(context, {
    kind: 'reviews',
    id: reviewId,
    before: { ready_at: readyAt },
    after: { ready_at: after },
  })
  if (isReady) await notifyOfReadiness(context, row)
  return after
}

function notifyOfReadiness(context: Context<Tx>, row: WorkRow): Promise<void> {
  const { id: reviewId, week, advisor_id: advisorId, reviewer_id: reviewerId } = row
  const student = { _id: row.student_id, name: row.student }
  return notify(context, {
    kind: 'ready',
    dedupeKey: reviewId,
    reviewId,
    to: [
      ...(advisorId === null ? [] : [{ _id: advisorId, role: 'advisor' } as const]),
      ...(reviewerId === null ? [] : [{ _id: reviewerId, role: 'reviewer' } as const]),
    ],
    payload: () => ({ student, week }),
  })
}

async function findOwnWork(db: Context['db'], studentId: string): Promise<WorkRow> {
  const row = await readOwnWork(db, { studentId })
  if (!row) throw new Refused(reviewRefusals.unknown)
  return row
}

const isOver = ({ status, closed_at }: WorkRow) => status === 'conducted' || closed_at !== null

const Links = z.array(WorkLink)

function showWork(row: WorkRow): Work {
  const { ticks, links, note, asked } = row
  return {
    reviewId: row.id,
    studentId: row.student_id,
    week: row.week,
    isReady: row.ready_at !== null,
    isOver: isOver(row),
    ticks: ticks === null ? [] : parseTextList(ticks),
    links: links === null ? [] : Links.parse(JSON.parse(links)),
    note: note ?? '',
    task: toTask(row),
    asked: asked === null ? [] : parseTextList(asked),
  }
}

/** The week's task; null if there is none. */
function toTask(row: WorkRow): Work['task'] {
  const { task_id: id, domain_id, task_week: week } = row
  const { personal_development, technical, miscellaneous } = row
  if (id === null || domain_id === null || week === null) return null
  if (personal_development === null || technical === null || miscellaneous === null) return null
  return toListedTask({ id, domain_id, week, personal_development, technical, miscellaneous })
}
