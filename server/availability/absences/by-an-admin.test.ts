import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import {
  addAbsenceFor,
  listAbsencesFor,
  withdrawAbsenceFor,
} from '#contract/availability/absences.ts'
import { emptyAvailability, saveAvailability } from '#contract/availability/availability.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { getHistory } from '#contract/reviews/history.ts'
import { startTwoReviewers, tomorrow, tuesdayMornings } from '#test/availability/two-reviewers.ts'
import { makePerson, makeSlot } from '#test/factories.ts'

/** Two reviewers, and an admin who adds absences of the first. */
async function start() {
  const school = await startTwoReviewers()
  const { app, reviewer } = school
  const admin = await makePerson(app, 'admin', { name: 'Grace' })
  const { token } = admin
  const note = (value: { reviewer?: string; to?: string; confirm?: boolean } = {}) =>
    app.call(addAbsenceFor, {
      token,
      body: {
        value: {
          reviewer: reviewer._id,
          from: '2026-03-03',
          to: '2026-03-03',
          reason: 'Ill',
          ...value,
        },
      },
    })
  const withdraw = (id: string, of = reviewer._id) =>
    app.call(withdrawAbsenceFor, { token, body: { value: { reviewer: of, id } } })
  const notificationsOf = async () =>
    (await app.call(listNotifications.reviewer, { token: reviewer.token, query: {} })).body.map(
      ({ text }) => text,
    )
  return { ...school, admin, note, withdraw, notificationsOf }
}

test('an admin adds a reviewer’s absence by the reviewer’s own rules, and is named in the notifications', async () => {
  const { app, admin, reviewer, other, booked, note, notificationsOf, slotsOf, reviewRow } =
    await start()
  const lost = await booked(await makeSlot(app, reviewer, tomorrow))
  const free = await makeSlot(app, other, tomorrow)
  const asked = await note()
  expect(asked.body).toMatchObject({ isDone: false, removes: 1, absence: null })
  expect(asked.body.touches).toMatchObject([{ review: { _id: lost }, suggestion: { _id: free } }])
  expect(await notificationsOf()).toEqual([])

  const done = await note({ confirm: true })
  expect(done.body).toMatchObject({
    message: 'Absence added.',
    isDone: true,
    removes: 1,
    absence: { from: '2026-03-03', to: '2026-03-03', reason: 'Ill' },
  })
  expect(await slotsOf(reviewer._id)).toEqual([])
  expect(await reviewRow(lost)).toMatchObject({ status: 'not-scheduled', slot_id: null })
  const { token } = admin
  const history = await app.call(getHistory.admin, { token, query: { id: lost } })
  expect(history.body.at(-1)).toMatchObject({ what: 'lost', by: { name: 'Grace' }, reason: 'Ill' })
  const lines = (await app.call(listAuditLog, { token })).body
  expect(lines.map(({ deed, who }) => `${who?.name}: ${deed}`).toSorted()).toEqual([
    'Grace: absence-added',
    'Grace: slot-lost',
    'Grace: slot-removed',
  ])
  expect((await notificationsOf()).toSorted()).toEqual([
    'Grace added an absence for you, Tue 3 Mar: Ill.',
    expect.stringMatching(
      / removed the slot of .+’s week \d+ review on Tue 3 Mar, 12:00 PM: Ill\.$/,
    ),
  ])
})

test('an admin deletes a reviewer’s absence, and the reviewer is notified', async () => {
  const { app, admin, reviewer, other, note, withdraw, notificationsOf, slotsOf } = await start()
  const block = { ...tuesdayMornings, until: '2026-03-20' }
  const body = { value: { ...emptyAvailability, blocks: [block] } }
  await app.call(saveAvailability, { token: reviewer.token, body })
  const id = (await note({ to: '2026-03-05', confirm: true })).body.absence?._id ?? ''
  expect(await slotsOf(reviewer._id)).toHaveLength(4)
  expect((await withdraw(id, other._id)).status).toBe(404)
  expect((await withdraw(id)).body).toEqual({
    message: 'Absence removed. 2 slots restored; slots added by hand stay removed.',
    added: 2,
  })
  expect(await slotsOf(reviewer._id)).toHaveLength(6)
  const query = { reviewer: reviewer._id }
  expect((await app.call(listAbsencesFor, { token: admin.token, query })).body).toEqual([])
  expect((await notificationsOf())[0]).toBe('Grace removed your absence, Tue 3 Mar to Thu 5 Mar.')
  expect((await withdraw(id)).status).toBe(404)
})

test('an admin cannot add an absence of somebody who is not a reviewer, is blocked, or is unverified', async () => {
  const { app, db, reviewer, other, note, withdraw } = await start()
  const student = await makePerson(app, 'student')
  for (const id of [student._id, 'nobody']) {
    expect((await note({ reviewer: id })).status).toBe(404)
  }
  const id = (await note({ confirm: true })).body.absence?._id ?? ''
  const again = await note({ confirm: true })
  expect([again.status, again.body.message]).toEqual([
    409,
    'This reviewer is already away on these days',
  ])
  const set = async (who: string, row: { blocked_at?: number; verified_at?: null }) => {
    await db.updateTable('people').set(row).where('id', '=', who).execute()
  }
  await set(reviewer._id, { blocked_at: app.time.now })
  await set(other._id, { verified_at: null })
  for (const refused of [
    await note({ to: '2026-03-09', confirm: true }),
    await note({ reviewer: other._id, confirm: true }),
    await withdraw(id),
  ]) {
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This reviewer is blocked or has not completed their profile',
    ])
  }
})
