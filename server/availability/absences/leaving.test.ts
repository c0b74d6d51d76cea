import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import {
  absenceRefusals,
  addAbsence,
  addAbsenceFor,
  listAbsencesFor,
  withdrawAbsence,
  withdrawAbsenceFor,
} from '#contract/availability/absences.ts'
import {
  emptyAvailability,
  getAvailability,
  saveAvailability,
} from '#contract/availability/availability.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { noEnd } from '#contract/limits/availability.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { generateAllSlots } from '#server/availability/generate-slots.ts'
import { openSession } from '#test/accounts/session.ts'
import { startTwoReviewers, tomorrow, tuesdayMornings } from '#test/availability/two-reviewers.ts'
import { makePerson, makeSlot } from '#test/factories.ts'

/** A reviewer with a weekly hour on Tuesdays, whom an admin lets leave from Tuesday on. */
async function start() {
  const school = await startTwoReviewers()
  const { app, reviewer } = school
  const admin = await makePerson(app, 'admin', { name: 'Grace' })
  const { token } = admin
  await app.call(saveAvailability, {
    token: reviewer.token,
    body: { value: { ...emptyAvailability, blocks: [tuesdayMornings] } },
  })
  const leave = (confirm: boolean, from = '2026-03-03') =>
    app.call(addAbsenceFor, {
      token,
      body: {
        value: { reviewer: reviewer._id, from, to: noEnd, reason: 'New job', confirm },
      },
    })
  const takeBack = (id: string, undo = true) =>
    app.call(withdrawAbsenceFor, {
      token,
      body: { value: { reviewer: reviewer._id, id, undo } },
    })
  const texts = async (role: 'reviewer' | 'advisor', { token }: { token: string }) =>
    (await app.call(listNotifications[role], { token, query: {} })).body.map(({ text }) => text)
  return { ...school, token, leave, takeBack, texts }
}

test('a reviewer who leaves loses the slots and bookings from that day on, after it was said', async () => {
  const { app, reviewer, other, booked, slotsOf, leave, texts, reviewRow, token } = await start()
  const hand = await makeSlot(app, reviewer, tomorrow)
  const lost = await booked(hand)
  await makeSlot(app, other, tomorrow)
  const free = await makeSlot(app, reviewer, tomorrow + 60 * dayMs)
  const before = await slotsOf(reviewer._id)
  const preview = await leave(false)
  expect(preview.body).toMatchObject({ isDone: false, removes: before.length, absence: null })
  expect(preview.body.touches).toMatchObject([{ review: { _id: lost } }])
  expect(await slotsOf(reviewer._id)).toContain(free)

  const { body } = await leave(true)
  expect(body).toMatchObject({
    message: 'Departure recorded.',
    isDone: true,
    absence: { from: '2026-03-03', to: noEnd },
  })
  expect(await slotsOf(reviewer._id)).toEqual([])
  expect(await reviewRow(lost)).toMatchObject({ status: 'not-scheduled', slot_id: null })
  expect((await texts('reviewer', reviewer)).at(-1)).toBe(
    'Grace added an absence for you, from Tue 3 Mar with no end date: New job.',
  )
  const query = { reviewer: reviewer._id }
  expect((await app.call(listAbsencesFor, { token, query })).body).toMatchObject([{ to: noEnd }])
})

test('the weekly availability ends on the last day, and no slots are made any more', async () => {
  const { app, reviewer, slotsOf, leave } = await start()
  const blocks = async () => {
    const token = await openSession(app.context, reviewer._id)
    return (await app.call(getAvailability, { token })).body.blocks
  }
  await leave(true, '2026-03-11')
  expect(await blocks()).toEqual([{ ...tuesdayMornings, until: '2026-03-10' }])
  // On Tuesdays, the 3rd and the 10th.
  expect(await slotsOf(reviewer._id)).toHaveLength(4)
  app.time.now += 14 * dayMs
  await generateAllSlots(app.context)
  expect(await blocks()).toEqual([])
  expect(await slotsOf(reviewer._id)).toHaveLength(4)
})

test('undoing a departure takes back the bookings that were moved to another reviewer', async () => {
  const { app, reviewer, other, booked, leave, takeBack, reviewRow } = await start()
  const hand = await makeSlot(app, reviewer, tomorrow)
  const free = await makeSlot(app, other, tomorrow + 60 * minuteMs)
  const moved = await booked(hand, 'same-day')
  const { body } = await leave(true)
  expect(await reviewRow(moved)).toMatchObject({ slot_id: free })
  await takeBack(body.absence?._id ?? '')
  expect(await reviewRow(moved)).toMatchObject({ slot_id: hand })
})

test('leaving is undone for ten minutes: availability, slots by hand and bookings are as before', async () => {
  const { app, reviewer, booked, slotsOf, leave, takeBack, reviewRow } = await start()
  const hand = await makeSlot(app, reviewer, tomorrow)
  const lost = await booked(hand)
  const [generated = ''] = await slotsOf(reviewer._id)
  const other = await booked(generated)
  const free = await makeSlot(app, reviewer, tomorrow + 60 * dayMs)
  const before = await slotsOf(reviewer._id)
  const { body } = await leave(true)
  const { message } = (await takeBack(body.absence?._id ?? '')).body
  expect(message).toBe(`Undone. ${before.length} slots restored. 2 bookings restored.`)
  expect(await slotsOf(reviewer._id)).toHaveLength(before.length)
  expect(await slotsOf(reviewer._id)).toEqual(expect.arrayContaining([hand, generated, free]))
  expect(await reviewRow(lost)).toMatchObject({ status: 'review-scheduled', slot_id: hand })
  expect(await reviewRow(other)).toMatchObject({ slot_id: generated })
  const { blocks } = (await app.call(getAvailability, { token: reviewer.token })).body
  expect(blocks).toEqual([tuesdayMornings])
})

test('a booking that was made anew stays as it is when leaving is undone', async () => {
  const { app, db, reviewer, other, booked, leave, takeBack, reviewRow } = await start()
  const lost = await booked(await makeSlot(app, reviewer, tomorrow))
  const elsewhere = await makeSlot(app, other, tomorrow)
  const { body } = await leave(true)
  await db
    .updateTable('reviews')
    .set({ slot_id: elsewhere, status: 'review-scheduled' })
    .where('id', '=', lost)
    .execute()
  expect((await takeBack(body.absence?._id ?? '')).body.message).toMatch(
    /The booking of .+ could not be restored\.$/,
  )
  expect(await reviewRow(lost)).toMatchObject({ slot_id: elsewhere })
})

test('after ten minutes only the weekly slots come back, and the reviewer cannot return alone', async () => {
  const { app, reviewer, slotsOf, leave, takeBack } = await start()
  await makeSlot(app, reviewer, tomorrow)
  const id = (await leave(true)).body.absence?._id ?? ''
  const alone = await app.call(withdrawAbsence, {
    token: reviewer.token,
    body: { value: { id } },
  })
  expect([alone.status, alone.body.message]).toEqual([409, absenceRefusals.hasLeft.message])
  app.time.now += 11 * minuteMs
  const late = await takeBack(id)
  expect([late.status, late.body.message]).toEqual([409, absenceRefusals.undoOver.message])
  expect((await takeBack(id, false)).status).toBe(200)
  expect(await slotsOf(reviewer._id)).toHaveLength(8)
})

test('only an admin can say that a reviewer leaves, and not twice', async () => {
  const { app, reviewer, leave, token } = await start()
  const own = await app.call(addAbsence, {
    token: reviewer.token,
    body: { value: { from: '2026-03-03', to: noEnd, reason: 'New job', confirm: true } },
  })
  expect([own.status, own.body.message]).toEqual([400, absenceRefusals.tooFar.message])
  expect((await leave(true, '2028-03-03')).status).toBe(400)
  expect((await leave(true)).status).toBe(200)
  expect((await leave(true)).body.message).toBe(absenceRefusals.awayAlready.message)
  const body = { id: reviewer._id, action: 'block' } as const
  expect((await app.call(blockUnblock.reviewer, { token, body })).status).toBe(200)
})
