import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { undoBlock } from '#contract/accounts/undo-block.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { undoMinutes } from '#contract/limits/reviews.ts'
import { getPerson } from '#contract/people/people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { monday } from '#test/app.ts'
import { makeReview } from '#test/factories.ts'
import { startBookedSchool } from '#test/schools/booked.ts'

async function start() {
  const school = await startBookedSchool()
  const { app, admin } = school
  const { token } = admin
  return {
    ...school,
    block: (role: ProfileRole) =>
      app.call(blockUnblock[role], { token, body: { id: school[role]._id, action: 'block' } }),
    undoBlockOf: (role: ProfileRole) =>
      app.call(undoBlock[role], { token, body: { value: { id: school[role]._id } } }),
  }
}

test.each(['student', 'reviewer'] as const)(
  'a block of a %s is undone: the booking is back, and nothing is said to be lost',
  async (role) => {
    const { app, slot, block, undoBlockOf, history } = await start()
    const booked = await app.context.db.selectFrom('reviews').selectAll().execute()
    expect((await block(role)).status).toBe(200)
    const undone = await undoBlockOf(role)
    expect([undone.status, undone.body]).toEqual([
      200,
      { message: 'Block undone. 1 booking restored.' },
    ])
    expect(await app.context.db.selectFrom('reviews').selectAll().execute()).toEqual(booked)
    const last = (await history('admin')).at(-1)
    expect(last).toMatchObject({ what: 'undone', to: { _id: slot } })
  },
)

test('a second block, by somebody who did not know of the first, leaves it undoable', async () => {
  const { app, block, undoBlockOf } = await start()
  await block('reviewer')
  app.time.now += minuteMs
  await block('reviewer')
  expect((await undoBlockOf('reviewer')).body).toEqual({
    message: 'Block undone. 1 booking restored.',
  })
})

test('a booking is not restored if the slot or the review was booked since', async () => {
  const { app, student, advisor, slot, reviewer, book, block, undoBlockOf, seen } = await start()
  await block('student')
  const other = await makeReview(app, { advisor })
  expect((await book({ reviewId: other, slot, reviewer: reviewer._id })).status).toBe(200)
  expect((await undoBlockOf('student')).body).toEqual({
    message: `Block undone. The booking of ${student.name} could not be restored.`,
  })
  expect(await seen()).toMatchObject({ status: 'not-scheduled', isStudentBlocked: false })
})

test('a person’s page shows when they were blocked as long as that can be undone', async () => {
  const { app, admin, student, block, undoBlockOf } = await start()
  const { token } = admin
  const read = async () =>
    (await app.call(getPerson, { token, query: { id: student._id } })).body.undoable
  expect(await read()).toEqual({ block: null, pause: null, finish: null, handOver: null })
  await block('student')
  app.time.now += undoMinutes * minuteMs
  expect(await read()).toEqual({
    block: toIsoInstant(monday),
    pause: null,
    finish: null,
    handOver: null,
  })
  expect((await undoBlockOf('student')).status).toBe(200)
  expect((await read()).block).toBeNull()
  await block('student')
  app.time.now += undoMinutes * minuteMs + 1
  expect((await read()).block).toBeNull()
})

test('a block can be undone once, for ten minutes', async () => {
  const { app, block, undoBlockOf } = await start()
  expect((await undoBlockOf('advisor')).status).toBe(409)
  await block('advisor')
  expect((await undoBlockOf('advisor')).body).toEqual({ message: 'Block undone.' })
  expect((await undoBlockOf('advisor')).status).toBe(409)
  await block('advisor')
  app.time.now += 10 * minuteMs + 1
  const { status, body } = await undoBlockOf('advisor')
  expect([status, body]).toEqual([409, { message: 'A block can be undone for 10 minutes' }])
})
