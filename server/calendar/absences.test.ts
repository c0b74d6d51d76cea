import { expect, test } from 'vitest'
import { listCalendarAbsences } from '#contract/calendar/calendar.ts'
import { monday } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { startBookedSchool } from '#test/schools/booked.ts'

const week = { from: '2026-03-02', to: '2026-03-08', reviewer: undefined, limit: undefined }

test('absences are listed for reviewer and admin with the reason, and for an advisor without it', async () => {
  const { app, reviewer, other, advisor, admin } = await startBookedSchool()
  const stranger = await makePerson(app, 'reviewer', { name: 'Zoe' })
  const away = async (person: { _id: string }, date_from: string, date_to: string) => {
    const row = { id: `${person._id} ${date_from}`, reviewer_id: person._id, reason: 'A wedding' }
    await app.context.db
      .insertInto('absences')
      .values({ ...row, date_from, date_to, created_at: monday })
      .execute()
  }
  await away(reviewer, '2026-02-20', '2026-03-02')
  await away(reviewer, '2026-03-09', '2026-03-10')
  await away(other, '2026-03-08', '2026-03-12')
  await away(stranger, '2026-03-04', '2026-03-04')
  const listed = async (
    role: keyof typeof listCalendarAbsences,
    by: { token: string },
    reviewer?: string,
  ) => {
    const query = { ...week, reviewer }
    const { body } = await app.call(listCalendarAbsences[role], { token: by.token, query })
    return body.map(({ reviewer, from, to, reason }) => [reviewer._id, from, to, reason])
  }
  const first = [reviewer._id, '2026-02-20', '2026-03-02']
  const last = [other._id, '2026-03-08', '2026-03-12']
  const strangers = [stranger._id, '2026-03-04', '2026-03-04', 'A wedding']
  expect(await listed('reviewer', reviewer)).toEqual([[...first, 'A wedding']])
  // Whichever reviewer is asked for, a reviewer sees only their own absences.
  expect(await listed('reviewer', reviewer, other._id)).toEqual([[...first, 'A wedding']])
  expect(await listed('advisor', advisor)).toEqual([
    [...first, null],
    [...last, null],
  ])
  expect(await listed('admin', admin)).toEqual([
    [...first, 'A wedding'],
    strangers,
    [...last, 'A wedding'],
  ])
  expect(await listed('admin', admin, stranger._id)).toEqual([strangers])
})

test('a blocked reviewer is not listed, nor is one for an advisor without open reviews of their domain', async () => {
  const { app, id, reviewer, other, advisor, admin } = await startBookedSchool()
  const { db } = app.context
  const days = { date_from: '2026-03-03', date_to: '2026-03-03', created_at: monday }
  const rows = [reviewer, other].map(({ _id }) => ({ id: _id, reviewer_id: _id, reason: 'Ill' }))
  await db
    .insertInto('absences')
    .values(rows.map((row) => ({ ...row, ...days })))
    .execute()
  await db.updateTable('people').set({ blocked_at: monday }).where('id', '=', other._id).execute()
  const listed = async (role: 'advisor' | 'admin', { token }: { token: string }) =>
    (await app.call(listCalendarAbsences[role], { token, query: week })).body.map(({ _id }) => _id)
  expect(await listed('admin', admin)).toEqual([reviewer._id])
  expect(await listed('advisor', advisor)).toEqual([reviewer._id])
  await db.updateTable('reviews').set({ closed_at: monday }).where('id', '=', id).execute()
  expect(await listed('advisor', advisor)).toEqual([])
})
