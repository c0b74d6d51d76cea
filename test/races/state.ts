import { z } from 'zod'
import { minuteMs } from '#contract/kit/time/durations.ts'
import type { Db } from '#server/database/connect.ts'
import type { Context } from '#server/kit/context.ts'
import type { HistoryLine, State } from './race-log.ts'

/** The state of these people, their slots and their reviews. */
export async function readState({ db, clock }: Context, people: string[]): Promise<State> {
  const slots = await db
    .selectFrom('slots')
    .leftJoin('no_shows', 'no_shows.slot_id', 'slots.id')
    .select(['slots.id', 'reviewer_id as reviewer', 'starts_at as startsAt', 'ends_at as endsAt'])
    .select(['is_generated', 'no_shows.review_id as spent_by'])
    .where('reviewer_id', 'in', people)
    .execute()
  const reviews = await db
    .selectFrom('reviews')
    .leftJoin('reschedule_requests', (join) =>
      join
        .onRef('reschedule_requests.review_id', '=', 'reviews.id')
        .on('reschedule_requests.ended_at', 'is', null),
    )
    .select(['id', 'student_id as student', 'week', 'status', 'slot_id as slot'])
    .select(['follows_id as follows', 'freed_slot_id as freed', 'closed_at'])
    .select(['lost_reviewer_id as lostWith', 'reschedule_requests.asked_at'])
    .where('student_id', 'in', people)
    .orderBy('id')
    .execute()
  const rows = await db
    .selectFrom('people')
    .select(['id', 'week', 'blocked_at'])
    .where('id', 'in', people)
    .execute()
  return {
    readAt: clock(),
    slots: slots.map(({ is_generated, spent_by, ...slot }) => ({
      ...slot,
      isMade: is_generated === 1,
      isSpent: spent_by !== null,
    })),
    reviews: reviews.map(({ closed_at, asked_at, ...review }) => ({
      ...review,
      isClosed: closed_at !== null,
      hasRequest: asked_at !== null,
    })),
    people: rows.map(({ blocked_at, ...row }) => ({ ...row, isBlocked: blocked_at !== null })),
    bookingRules: await readRules(db, people),
    history: await readHistory(db, people),
    auditLog: await readAuditLog(db, people),
  }
}

async function readRules(db: Db, people: string[]): Promise<State['bookingRules']> {
  const query = db.selectFrom('availabilities').selectAll().where('reviewer_id', 'in', people)
  return (await query.execute()).map(({ reviewer_id, buffer, most_a_day, notice }) => ({
    reviewer: reviewer_id,
    mostADay: most_a_day,
    buffer: buffer * minuteMs,
    notice: notice * minuteMs,
  }))
}

function readHistory(db: Db, people: string[]): Promise<HistoryLine[]> {
  return db
    .selectFrom('review_history as line')
    .innerJoin('reviews', 'reviews.id', 'line.review_id')
    .select(['line.id', 'line.review_id as review', 'line.at', 'line.what'])
    .select(['line.person_id as who', 'line.from_slot_id as from', 'line.to_slot_id as to'])
    .select('line.undoes_id as undoes')
    .where('reviews.student_id', 'in', people)
    .orderBy('line.at')
    .orderBy('line.id')
    .execute()
}

/** For reviews that exist before and after: the slot that each entry took and gave. */
async function readAuditLog(db: Db, people: string[]): Promise<State['auditLog']> {
  const rows = await db
    .selectFrom('audit_log')
    .innerJoin('reviews', 'reviews.id', 'audit_log.subject_id')
    .select(['audit_log.id', 'audit_log.subject_id', 'audit_log.before', 'audit_log.after'])
    .where('audit_log.kind', '=', 'reviews')
    .where('reviews.student_id', 'in', people)
    .execute()
  return rows.flatMap(({ id, subject_id, before, after }) => {
    if (before === null || after === null) return []
    const [from, to] = [slotIn(before), slotIn(after)]
    return from === undefined || to === undefined ? [] : [{ id, review: subject_id, from, to }]
  })
}

const Row = z.object({ slot_id: z.string().nullable().optional() })
const slotIn = (json: string) => Row.parse(JSON.parse(json)).slot_id
