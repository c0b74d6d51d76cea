import { expect } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { type Concern, type ConcernReason, concernReasons } from '#contract/progress/concern.ts'
import { getBoard, getProgress } from '#contract/progress/progress.ts'
import { listStudentsAtRisk } from '#contract/school/at-risk.ts'
import type { Db } from '#server/database/connect.ts'
import { type Member, type School, timeZone } from '../members.ts'
import { getActorKey, type Model } from '../model.ts'

/**
 * A student's progress equals a plain count from the tables, each reason for concern is true, and
 * the advisor's board and the admin's list of students at risk give the same reasons.
 */
export async function checkProgress(model: Model, { app, people }: School): Promise<void> {
  const token = people.admin[0]?.token
  const { body: atRisk } = await app.call(listStudentsAtRisk, { token, query: {} })
  const listed = new Map(atRisk.map(({ _id, concern }) => [_id, concern]))
  const onBoards = new Map<string, Concern[]>()
  for (const [index, { token }] of people.advisor.entries()) {
    if (model.blocked.has(getActorKey({ role: 'advisor', index }))) continue
    const { body } = await app.call(getBoard, { token, query: {} })
    const counts = body.map(({ concern, standing }) =>
      standing === 'on-hold' ? -1 : concern.length,
    )
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    for (const { _id, concern } of body) onBoards.set(_id, concern)
  }
  const concerns = new Map<string, Concern[]>()
  for (const student of people.student) {
    const { body } = await app.call(getProgress.admin, { token, query: { student: student._id } })
    const rows = await readRows(app.context.db, student)
    expect(
      body.weeks.map(({ review, repeats, noShows, code }) => ({ review, repeats, noShows, code })),
    ).toEqual(
      rows.reviews.map((review) => ({
        review: review.id,
        repeats: countTries(rows.reviews, review) - 1,
        noShows: rows.noShows.filter(({ review_id }) => review_id === review.id).length,
        code: review.status === 'conducted' ? review.code : null,
      })),
    )
    expect(body.concern.map(({ reason }) => reason)).toEqual(findReasons(rows, model.now))
    expect(listed.get(student._id) ?? []).toEqual(body.concern)
    expect(onBoards.get(student._id) ?? body.concern).toEqual(body.concern)
    concerns.set(student._id, body.concern)
  }
  for (const reason of concernReasons) {
    const { body } = await app.call(listStudentsAtRisk, { token, query: { reason } })
    const found = body.map(({ _id }) => _id).filter((id) => concerns.has(id))
    const wanted = [...concerns].filter(([, concern]) =>
      concern.some((one) => one.reason === reason),
    )
    expect([reason, ...found.toSorted()]).toEqual([reason, ...wanted.map(([id]) => id).toSorted()])
  }
}

type Rows = Awaited<ReturnType<typeof readRows>>
type Review = Rows['reviews'][number]

async function readRows(db: Db, { _id }: Member) {
  const reviews = await db
    .selectFrom('reviews')
    .selectAll()
    .where('student_id', '=', _id)
    .orderBy('id')
    .execute()
  const signIns = db.selectFrom('known_networks').selectAll().where('person_id', '=', _id)
  return {
    reviews,
    signIns: await signIns.execute(),
    noShows: (await db.selectFrom('no_shows').selectAll().execute()).filter(
      ({ who, review_id }) => who === 'student' && reviews.some(({ id }) => id === review_id),
    ),
    people: await db.selectFrom('people').selectAll().execute(),
    student: await db
      .selectFrom('people')
      .selectAll()
      .where('id', '=', _id)
      .executeTakeFirstOrThrow(),
  }
}

function findBefore(reviews: Review[], { follows_id }: Review): Review | undefined {
  return reviews.find(({ id }) => id === follows_id)
}

function countTries(reviews: Review[], review: Review): number {
  const before = findBefore(reviews, review)
  return before?.week === review.week ? countTries(reviews, before) + 1 : 1
}

/** The reasons that hold, in order, each by its own words in the contract. */
function findReasons({ reviews, signIns, noShows, people, student }: Rows, now: number) {
  const open = reviews.find(({ closed_at }) => closed_at === null)
  const { blocked_at, paused_at, finished_at, verified_at } = student
  if (!open || blocked_at !== null || paused_at !== null || finished_at !== null) return []
  const canAct = (id: string | null) =>
    people.some((one) => one.id === id && one.verified_at !== null && one.blocked_at === null)
  const isMarked = open.status === 'conducted'
  const latest = isMarked ? open : findBefore(reviews, open)
  const seenAt = Math.max(verified_at ?? 0, ...signIns.map(({ signed_in_at }) => signed_in_at))
  const dueOn = getDateInZone(open.due_at, timeZone)
  const holds: Record<ConcernReason, boolean> = {
    overdue: open.status === 'not-scheduled' && dueOn < getDateInZone(now, timeZone),
    repeated: countTries(reviews, open) > 2,
    repeating:
      countTries(reviews, open) < 3 &&
      (isMarked ? open.week_status === 'Week Repeat' : countTries(reviews, open) > 1),
    critical: latest?.week_status === 'Task Critical',
    'no-advisor': !canAct(open.advisor_id),
    unmarked:
      open.status === 'review-scheduled' &&
      (!canAct(open.reviewer_id) || (open.held_at ?? 0) + 49 * hourMs <= now),
    undecided:
      isMarked && Math.max(open.due_at, open.marked_at ?? open.held_at ?? 0) + 2 * dayMs < now,
    falling: isFalling(reviews, latest, 3),
    missed: noShows.filter(({ review_id }) => review_id === open.id).length > 1,
    away: now - seenAt >= 9 * dayMs,
  }
  return Object.entries(holds).flatMap(([reason, isTrue]) => (isTrue ? [reason] : []))
}

function isFalling(reviews: Review[], latest: Review | undefined, times: number): boolean {
  if (latest?.status !== 'conducted') return false
  if (times === 0) return true
  const before = findBefore(reviews, latest)
  return (
    before !== undefined && latest.theory < before.theory && isFalling(reviews, before, times - 1)
  )
}
