import { expect, test } from 'vitest'
import { addAbsence } from '#contract/availability/absences.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { addReviewer } from '#test/plan/factories.ts'
import { makeManySlots } from '#test/slots/many.ts'

/** A reviewer who is absent on a day with a review that is due on some other day. */
async function start({
  held,
  due,
  bookableDays = 3,
}: Record<'held' | 'due', number> & { bookableDays?: number }) {
  const app = await startApp({ bookableDays })
  const { db } = app.context
  const domain = await makeDomain(app)
  const advisor = await makePerson(app, 'advisor')
  const moving = { advisor_id: advisor._id, move_by_itself: 'same-day' } as const
  await db.insertInto('advisor_settings').values(moving).execute()
  const [ill, other] = [await addReviewer(app, [domain]), await addReviewer(app, [domain])]
  const student = await makePerson(app, 'student', { domain })
  const slot = await makeSlot(app, ill, monday + held * dayMs + hourMs)
  await makeReview(app, { student, advisor, slot, dueAt: monday + due * dayMs + 2 * hourMs })
  const away = async () => {
    const day = new Date(monday + held * dayMs).toISOString().slice(0, 10)
    const value = { from: day, to: day, reason: 'Ill', confirm: false }
    const { body } = await app.call(addAbsence, { token: ill.token, body: { value } })
    return body.touches.map(({ suggestion, isMoved }) => [suggestion?._id, isMoved])
  }
  return {
    app,
    other,
    away,
    slotIn: (hours: number) => makeSlot(app, other, monday + hours * hourMs),
  }
}

test('a review booked early moves to the first day on which it would be planned', async () => {
  const { slotIn, away } = await start({ held: 1, due: 4 })
  await slotIn(26)
  expect(await away()).toEqual([[undefined, false]])
  const allowed = await slotIn(2 * 24 + 2)
  expect(await away()).toEqual([[allowed, false]])
})

test('a review due soon moves close to its old time, but not into the notice', async () => {
  const { slotIn, away } = await start({ held: 0, due: 1 })
  await slotIn(2)
  const [later] = [await slotIn(13), await slotIn(20)]
  expect(await away()).toEqual([[later, false]])
})

test('if its day has no other slot, one by the due date is preferred to a closer one', async () => {
  const { slotIn, away } = await start({ held: 2, due: 1, bookableDays: 5 })
  await slotIn(61)
  const onTime = await slotIn(27)
  expect(await away()).toEqual([[onTime, false]])
})

test('an overdue review moves to the closest slot, however soon that is', async () => {
  const { slotIn, away } = await start({ held: 0, due: -1 })
  const [near] = [await slotIn(2), await slotIn(4)]
  expect(await away()).toEqual([[near, true]])
})

test('however many earlier slots there are, one close to the old time is found', async () => {
  const { app, other, slotIn, away } = await start({ held: 20, due: 20, bookableDays: 28 })
  await makeManySlots(app, [other], { from: monday + hourMs, count: 6_000 })
  await slotIn(18 * 24)
  const near = await slotIn(20 * 24 + 3)
  expect(await away()).toEqual([[near, true]])
})
