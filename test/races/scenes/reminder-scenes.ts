import { hourMs } from '#contract/kit/time/durations.ts'
import { pickOne, type Random, randomBoolean, randomInteger } from '#seed/random.ts'
import { makePerson, makeSlot } from '#test/factories.ts'
import { waitUntilNothingDue } from '#test/schools/checks/find-unmailed.ts'
import { filterEntriesAbout, isDone, type Race } from '../race-log.ts'
import type { RaceSchool } from '../race-school.ts'
import {
  type MakeScene,
  makeDecisionCall,
  makeHalfHourSlot,
  makeStudent,
  type PlannedRequest,
} from '../scene-helpers.ts'

const reviews = 12
const dueWithinMs = 1_000

/** Reviews whose reminder is due at any moment. Most are moved, cancelled or decided then. */
export const makeDueReminderScene =
  (random: Random): MakeScene =>
  async (stage) => {
    const { db, clock } = stage.context
    const cast: { _id: string }[] = []
    const calls: PlannedRequest[] = []
    const advisor = await makePerson(stage, 'advisor')
    for (let count = 0; count < reviews; count++) {
      const dueAt = clock() + randomInteger(random, 0, dueWithinMs)
      const reviewer = await makePerson(stage, 'reviewer')
      const slot = await makeSlot(stage, reviewer, dueAt + hourMs)
      const { student, review } = await makeStudent(stage, advisor, { slot })
      const row = { review_id: review, kind: 'reminder-hour', starts_at: dueAt + hourMs } as const
      await db
        .insertInto('reminders')
        .values({ ...row, due_at: dueAt })
        .execute()
      cast.push(reviewer, student)
      const other = {
        review,
        reviewer: reviewer._id,
        slot: await makeHalfHourSlot(stage, reviewer),
      }
      const ways: PlannedRequest[] = [
        { who: advisor, asked: { call: 'move', ...other } },
        { who: advisor, asked: { call: 'cancel', review, role: 'advisor' } },
        { who: reviewer, asked: { call: 'cancel', review, role: 'reviewer' } },
        { who: advisor, asked: makeDecisionCall(review, 'next-week') },
      ]
      if (randomBoolean(random, 0.1)) continue
      const call = pickOne(random, ways)
      calls.push({ ...call, from: dueAt + randomInteger(random, -100, dueWithinMs) })
    }
    return { cast: [advisor, ...cast], calls }
  }

/**
 * Checks the reminders of such a race after its end: student and reviewer of an unchanged review
 * are reminded. For a changed one both or neither are, and not after the change was acknowledged.
 */
export async function checkReminders(
  { context: { db, clock } }: Pick<RaceSchool, 'context'>,
  { before, log }: Race,
): Promise<string[]> {
  await waitUntilNothingDue(db, clock)
  const ids = before.reviews.map(({ id }) => id)
  const sentNotices = await db
    .selectFrom('notifications')
    .select(['review_id', 'at', 'dedupe_key'])
    .where('kind', '=', 'reminder-hour')
    .where('review_id', 'in', ids)
    .execute()
  return before.reviews.flatMap(({ id, slot }) => {
    const own = sentNotices.filter(({ review_id }) => review_id === id)
    const startsAt = before.slots.find((one) => one.id === slot)?.startsAt ?? 0
    const dedupeKey = `${id} ${new Date(startsAt).toISOString()}`
    const change = filterEntriesAbout(log, id).find(isDone)
    const latest = change?.clock.answered ?? Number.POSITIVE_INFINITY
    const isWhole = own.length === 2 || (change !== undefined && own.length === 0)
    const isInTime = own.every((notice) => notice.at <= latest && notice.dedupe_key === dedupeKey)
    return isWhole && isInTime ? [] : [`${id}: ${JSON.stringify(own)}, changed at ${latest}`]
  })
}
