import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { getAvailability } from '#contract/availability/availability.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { startReviewer, tuesdays } from '#test/availability/start-reviewer.ts'
import { makePerson, makeReview } from '#test/factories.ts'
import { findAvailability } from './actions.ts'

const at = (instant: string) => Date.parse(instant)

test('a reviewer without a saved availability can be booked at any time', async () => {
  const { app, reviewer } = await startReviewer()
  const { body } = await app.call(getAvailability, { token: reviewer.token })
  expect(body).toEqual({ blocks: [], buffer: 0, mostADay: null, notice: 0, savedAt: null })
})

test('if booked reviews would lose their slots, nothing changes before confirmation', async () => {
  const { app, db, reviewer, save, rows, starts } = await startReviewer()
  await save([{ until: '2026-03-03' }])
  const [first, second] = await rows()
  const student = await makePerson(app, 'student')
  const review = await makeReview(app, { student, slot: second?.id ?? '' })
  const before = await starts()

  const preview = await save([{ to: '09:30', until: '2026-03-03' }])
  expect(preview.status).toBe(200)
  expect(preview.body).toMatchObject({
    message: 'Nothing has changed yet. Please confirm.',
    isDone: false,
    removes: 1,
    touches: [{ review: { _id: review, status: 'review-scheduled' }, suggestion: null }],
  })
  expect(await starts()).toEqual(before)
  expect((await app.call(getAvailability, { token: reviewer.token })).body.blocks).toEqual([
    { ...tuesdays, until: '2026-03-03' },
  ])

  // Free slots are removed without confirmation; a booked one that is still within a block stays.
  const shortened = await save([{ from: '09:15', until: '2026-03-03' }])
  expect(shortened.body).toMatchObject({ isDone: true, removes: 1, touches: [] })
  expect((await rows()).map(({ id }) => id)).toEqual([second?.id])
  expect(first).toBeDefined()

  const done = await save([], { confirm: true })
  expect(done.body).toMatchObject({
    message: 'Availability saved.',
    isDone: true,
    removes: 1,
    touches: [{ review: { _id: review }, suggestion: null, isMoved: false }],
  })
  expect(await rows()).toEqual([])
  const lost = await db
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', review)
    .executeTakeFirst()
  expect(lost).toMatchObject({
    status: 'not-scheduled',
    slot_id: null,
    lost_reviewer_id: reviewer._id,
    lost_starts_at: at('2026-03-03T14:30:00Z'),
  })
})

test('a change leaves one audit entry, whatever it generates', async () => {
  const { app, save } = await startReviewer()
  await save([{}])
  await save([{}])
  await save([{}], { buffer: 5 })
  const { token } = await makePerson(app, 'admin')
  const lines = (await app.call(listAuditLog, { token })).body
  expect(lines.map(({ deed, after }) => ({ deed, after }))).toEqual([
    { deed: 'availability-saved', after: { buffer: 5 } },
    {
      deed: 'availability-saved',
      after: {
        availability: JSON.stringify(['Tuesday 09:00 to 10:00, 30 minutes each, from 2026-03-02']),
      },
    },
  ])
})

test('a booking that breaks the notice, buffer or daily maximum is refused from then on', async () => {
  const { app, reviewer, save, rows } = await startReviewer()
  await save([{ from: '09:00', to: '11:00' }], { notice: 60, mostADay: 2 })
  const [first] = await rows()
  app.time.now = (first?.starts_at ?? 0) - 59 * minuteMs
  const advisor = await makePerson(app, 'advisor')
  const { status, body } = await app.send('PUT', '/advisor/book-slot', {
    token: advisor.token,
    body: {
      value: {
        reviewId: await makeReview(app, { advisor }),
        reviewer: reviewer._id,
        slot: first?.id,
      },
    },
  })
  expect({ status, body }).toMatchObject({ status: 409 })
})

test('a version saved since it was read is not overwritten', async () => {
  const { app, reviewer, save, starts } = await startReviewer()
  const read = async () => (await app.call(getAvailability, { token: reviewer.token })).body
  expect((await save([{}], { savedAt: null })).status).toBe(200)
  const { savedAt } = await read()
  expect((await save([{ weekday: 3 }], { savedAt })).status).toBe(200)
  const [before, made] = [await read(), await starts()]
  const refused = await save([{ weekday: 4 }], { savedAt })
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: 'Your availability was changed elsewhere in the meantime. Nothing was saved.' },
  ])
  expect([await read(), await starts()]).toEqual([before, made])
  // Without `savedAt` a call overwrites the latest version, as older clients do.
  expect((await save([{ weekday: 4 }])).status).toBe(200)
})

test('the reply says how many slots a change adds and removes', async () => {
  const { save, rows } = await startReviewer()
  const { body: first } = await save([{}])
  expect(first).toMatchObject({ adds: 8, removes: 0 })
  const before = new Set((await rows()).map(({ starts_at }) => starts_at))
  const { body: second } = await save([{}], { buffer: 15 })
  const after = await rows()
  expect(after).toHaveLength(4)
  expect(after.filter(({ starts_at }) => !before.has(starts_at))).toEqual([])
  expect(second).toMatchObject({ adds: 0, removes: 4 })
})

test('blocks that have ended are dropped', async () => {
  const { app, reviewer, save } = await startReviewer()
  const over = { since: '2020-01-01', until: '2020-02-01' }
  await save([{}, { weekday: 3, until: '2026-03-04' }, { weekday: 4, ...over }])
  const read = async () => {
    const { blocks } = await findAvailability(app.context, reviewer._id)
    return blocks.map(({ weekday }) => weekday)
  }
  expect(await read()).toEqual([2, 3])
  app.time.now += 3 * dayMs
  expect(await read()).toEqual([2])
})
