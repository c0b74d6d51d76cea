import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot, makeUnreadableSettings } from '#test/factories.ts'
import { notifyOfOverdueReviews } from './notify-of-overdue-reviews.ts'

type Reader = { _id: string }

async function startDue(dueAt = monday + dayMs) {
  const app = await startApp()
  const [student, advisor] = [await makePerson(app, 'student'), await makePerson(app, 'advisor')]
  const id = await makeReview(app, { student, advisor, dueAt })
  const read = async (role: 'student' | 'advisor', { _id }: Reader) => {
    const token = await openSession(app.context, _id)
    return (await app.call(listNotifications[role], { token, query: {} })).body
  }
  const look = () => notifyOfOverdueReviews(app.context)
  return { app, student, advisor, id, read, look }
}

test('the day after a review was due, its student and its advisor are notified once', async () => {
  const { app, student, advisor, id, read, look } = await startDue()
  app.time.now = Date.parse('2026-03-04T00:00-05:00') - 1
  await look()
  expect(await read('student', student)).toEqual([])
  app.time.now += 1
  await Promise.all([look(), look()])
  await look()
  expect(await read('student', student)).toMatchObject([
    {
      kind: 'overdue',
      text: 'Your week 01 review was due on Tue 3 Mar and has no slot. Your advisor will book one.',
      path: `/review-details/${id}`,
    },
  ])
  expect(await read('advisor', advisor)).toMatchObject([
    {
      kind: 'overdue',
      text: `${student.name}’s week 01 review was due on Tue 3 Mar and has no slot.`,
      path: `/advisor/review-details/${id}`,
    },
  ])
})

test('on a holiday nobody is notified, but on the first day after it', async () => {
  const { app, student, read, look } = await startDue()
  const spring = { from: '2026-03-04', to: '2026-03-20', name: 'Spring' }
  app.context.settings.holidays = [spring]
  for (const day of [2, 10, 18]) {
    app.time.now = monday + day * dayMs
    await look()
    expect(await read('student', student)).toEqual([])
  }
  app.time.now = monday + 19 * dayMs
  await look()
  expect(await read('student', student)).toHaveLength(1)
})

test('a review booked past its due date is overdue only after it loses its slot', async () => {
  const { app, student, id, read, look } = await startDue()
  const slot = await makeSlot(app, await makePerson(app, 'reviewer'), monday + 3 * dayMs)
  const update = app.context.db.updateTable('reviews').where('id', '=', id)
  await update.set({ slot_id: slot, status: 'review-scheduled' }).execute()
  app.time.now = monday + 2 * dayMs
  await look()
  expect(await read('student', student)).toEqual([])
  await update.set({ slot_id: null, status: 'not-scheduled' }).execute()
  await look()
  expect(await read('student', student)).toHaveLength(1)
})

test('closed reviews, blocked students’ reviews and those due long ago notify nobody', async () => {
  const { app, look } = await startDue(monday - 8 * dayMs)
  await makeReview(app, { closed: true, dueAt: monday - dayMs })
  const student = await makePerson(app, 'student', { blocked: true })
  await makeReview(app, { student, dueAt: monday - dayMs })
  await look()
  expect(await app.context.db.selectFrom('notifications').select('id').execute()).toEqual([])
})

test('a review without an advisor notifies its student; large numbers are all notified', async () => {
  const { app, look } = await startDue()
  for (let index = 0; index < 60; index++) await makeReview(app, { dueAt: monday - dayMs })
  await look()
  const notices = await app.context.db.selectFrom('notifications').select('kind').execute()
  expect(notices).toEqual(Array.from({ length: 60 }, () => ({ kind: 'overdue' })))
})

test('a student whose advisor cannot act reads that the school will assign another; the advisor is not notified', async () => {
  for (const state of [{ blocked_at: monday }, { verified_at: null }]) {
    const { app, student, advisor, read, look } = await startDue(monday - dayMs)
    const { db } = app.context
    await db.updateTable('people').set(state).where('id', '=', advisor._id).execute()
    await look()
    const [notices] = await read('student', student)
    expect(notices?.text).toMatch(
      'has no slot. Your school will assign you an advisor, who will book one.',
    )
    const all = await db.selectFrom('notifications').select('person_id').execute()
    expect(all).toEqual([{ person_id: student._id }])
  }
})

test('a review that was made due later is reported again once that day has passed, too', async () => {
  const { app, student, read, look } = await startDue()
  app.time.now = monday + 3 * dayMs
  await look()
  await app.context.db
    .updateTable('reviews')
    .set({ due_at: monday + 8 * dayMs })
    .execute()
  await look()
  expect(await read('student', student)).toHaveLength(1)
  app.time.now = monday + 10 * dayMs
  await look()
  await look()
  expect((await read('student', student)).map(({ text }) => text)).toEqual([
    expect.stringContaining('was due on Tue 10 Mar'),
    expect.stringContaining('was due on Tue 3 Mar'),
  ])
})

test('a student who cannot be notified does not keep others from it', async () => {
  const { app, student, look } = await startDue(monday - 2 * dayMs)
  const other = await makePerson(app, 'student')
  await makeReview(app, { student: other, dueAt: monday - dayMs })
  await makeUnreadableSettings(app, student)
  await expect(look()).rejects.toThrow('not all were notified of overdue reviews')
  const notices = app.context.db.selectFrom('notifications').select('person_id')
  expect(await notices.execute()).toEqual([{ person_id: other._id }])
})
