import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { getReview } from '#contract/reviews/reviews.ts'
import { newId } from '#server/kit/id.ts'
import { monday, startApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { migrateAgain } from '#test/databases/migrations.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

const at = (minutes: number) => monday + minutes * minuteMs
const iso = (minutes: number) => new Date(at(minutes)).toISOString()

/**
 * A school as it was before, with two marked reviews: of one all is known, of the other nothing.
 */
async function start() {
  const app = await startApp({}, { on: createAlterableDatabase() })
  const { db } = app.context
  const { token } = await makePerson(app, 'admin')
  const [reviewer, student] = [await makePerson(app, 'reviewer'), await makePerson(app, 'student')]
  const slots = [await makeSlot(app, reviewer, at(0)), await makeSlot(app, reviewer, at(60))]
  const [slot = '', other = ''] = slots
  const known = await makeReview(app, { student, slot, conducted: true })
  const unknown = await makeReview(app, { student, slot: other, conducted: true })
  const write = (minutes: number, after: object) =>
    db
      .insertInto('audit_log')
      .values({
        id: newId(),
        at: at(minutes),
        person_id: null,
        call: 'PUT /',
        address: '',
        request_id: '',
        kind: 'reviews',
        subject_id: known,
        before: null,
        after: JSON.stringify(after),
      })
      .execute()
  const come = (minutes: number, who: { _id: string }, kind: 'joined' | 'left') =>
    db
      .insertInto('call_events')
      .values({
        id: newId(),
        review_id: known,
        person_id: who._id,
        kind,
        at: at(minutes),
        reason: kind === 'left' ? 'left' : null,
        times: 1,
        first_at: null,
      })
      .execute()
  await write(-900, { status: 'review-scheduled', slot_id: 'another' })
  await write(-500, { status: 'review-scheduled', slot_id: slot })
  await write(-400, { slot_id: slot })
  await write(25, { status: 'conducted', code: 80 })
  await write(30, { code: 85 })
  await come(-5, student, 'joined')
  await come(-2, student, 'left')
  await come(-1, reviewer, 'joined')
  await come(3, student, 'joined')
  await come(20, student, 'left')
  const presence = { review_id: known, here: '[]', last_at: at(20), held_at: at(0) }
  await db
    .insertInto('call_presence')
    .values({ ...presence, together_ms: 17 * minuteMs, early_ms: 0, met_at: null })
    .execute()
  await sql`alter table audit_log rename to trail`.execute(db)
  await sql`drop index reviews_open_index`.execute(db)
  await sql`alter table reviews drop column booked_at`.execute(db)
  await sql`alter table reviews drop column marked_at`.execute(db)
  await sql`alter table call_presence drop column met_at`.execute(db)
  const timelineOf = async (id: string) =>
    (await app.call(getReview, { token, query: { id } })).body.life
  return { db, known, unknown, timelineOf }
}

test('a review of before says when it was booked, held and marked, where that is known', async () => {
  const { db, known, unknown, timelineOf } = await start()
  await migrateAgain(db, '0012-life')
  expect(await timelineOf(known)).toMatchObject({
    booked: iso(-500),
    held: iso(3),
    marked: iso(25),
  })
  expect(await timelineOf(unknown)).toMatchObject({ booked: null, held: iso(60), marked: null })
})
