import { expect, test } from 'vitest'
import { emptyAvailability, saveAvailability } from '#contract/availability/availability.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { listOwnSlots } from '#contract/slots/slots.ts'
import { monday } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { type DecidedSchool, startDecidedSchool } from '#test/schools/decided.ts'

test('undoing a decision restores the slot that it freed', async () => {
  const { app, reviewer, slot, before, manifest, undo } = await startDecidedSchool({ booked: true })
  expect((await manifest())[0]).toMatchObject({ status: 'not-scheduled', startsAt: null })
  expect((await undo()).body).toEqual({ message: 'Decision undone', review: before })
  expect(before).toMatchObject({ status: 'review-scheduled', reviewer: { _id: reviewer._id } })
  const slots = await app.call(listOwnSlots, { token: reviewer.token })
  expect(slots.body).toMatchObject([{ _id: slot, isBooked: true }])
})

test.each<[string, (started: DecidedSchool) => Promise<unknown>]>([
  [
    'somebody else has booked it',
    async ({ app, book }) => {
      const other = await makePerson(app, 'advisor')
      expect((await book(await makeReview(app, { advisor: other }), other)).status).toBe(200)
    },
  ],
  [
    'its reviewer was blocked',
    ({ app: { context }, reviewer }) =>
      context.db
        .updateTable('people')
        .set({ blocked_at: monday })
        .where('id', '=', reviewer._id)
        .execute(),
  ],
  [
    'its student was blocked',
    ({ app: { context }, student }) =>
      context.db
        .updateTable('people')
        .set({ blocked_at: monday })
        .where('id', '=', student._id)
        .execute(),
  ],
  [
    'its reviewer takes fewer a day since',
    async ({ app, reviewer }) => {
      await makeReview(app, { slot: await makeSlot(app, reviewer, monday + 5 * hourMs) })
      app.time.now += 1
      const value = { ...emptyAvailability, mostADay: 1 }
      const saved = await app.call(saveAvailability, { token: reviewer.token, body: { value } })
      expect(saved.status).toBe(200)
    },
  ],
])('undo does not restore the freed slot if %s, and tells the advisor', async (_what, happens) => {
  const started = await startDecidedSchool({ booked: true })
  const { app } = started
  // A free slot elsewhere makes no difference.
  await makeSlot(app, await makePerson(app, 'reviewer'), monday + hourMs)
  await happens(started)
  const { body } = await started.undo()
  expect(body).toMatchObject({
    message: 'Decision undone. The slot is no longer free, so book another one.',
    review: { status: 'not-scheduled', isClosed: false, reviewer: null },
  })
})

test('undo restores the freed slot of a day that was already fuller than the reviewer’s rule', async () => {
  const { app, reviewer, follow, undo, before } = await startDecidedSchool({ booked: true })
  await undo()
  await makeReview(app, { slot: await makeSlot(app, reviewer, monday + 5 * hourMs) })
  const value = { ...emptyAvailability, mostADay: 1 }
  const saved = await app.call(saveAvailability, { token: reviewer.token, body: { value } })
  expect(saved.status).toBe(200)
  app.time.now += 1
  await follow()
  expect((await undo()).body).toEqual({ message: 'Decision undone', review: before })
})

test('undoing a later decision does not restore a slot freed by an earlier one', async () => {
  const { app, advisor, before, follow, undo, book, id } = await startDecidedSchool({
    booked: true,
  })
  const other = await makePerson(app, 'advisor')
  await book(await makeReview(app, { advisor: other }), other)
  await undo()
  await follow()
  await app.context.db
    .updateTable('reviews')
    .set({ slot_id: null, status: 'not-scheduled' })
    .where('advisor_id', '=', other._id)
    .execute()
  expect((await undo()).body).toEqual({
    message: 'Decision undone',
    review: {
      ...before,
      status: 'not-scheduled',
      reviewer: null,
      day: null,
      time: null,
      startsAt: null,
      life: { ...before?.life, booked: null },
      turn: expect.objectContaining({ who: 'advisor', _id: advisor._id, step: 'book' }),
    },
  })
  expect(before).toMatchObject({ _id: id, advisor: { _id: advisor._id } })
})
