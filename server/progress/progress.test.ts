import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { getProgress } from '#contract/progress/progress.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

const daysAgo = (days: number) => monday - days * dayMs
const iso = (instant: number) => new Date(instant).toISOString()
const unknown = { status: 404, body: { message: 'This student does not exist' } }

/** A student in the second try of week 2, who once did not come and has theory fall. */
async function start() {
  const app = await startApp()
  const { db } = app.context
  const [advisor, reviewer, admin] = [
    await makePerson(app, 'advisor'),
    await makePerson(app, 'reviewer'),
    await makePerson(app, 'admin'),
  ]
  const student = await makePerson(app, 'student', { week: 2, name: 'Ana' })
  const of = { student, advisor }
  const slot = await makeSlot(app, reviewer, daysAgo(20))
  const first = await makeReview(app, {
    ...of,
    slot,
    conducted: true,
    closed: true,
    dueAt: daysAgo(22),
  })
  const marks = { code: 71, theory: 64, week_status: 'Week Repeat' }
  await db.updateTable('reviews').set(marks).where('id', '=', first).execute()
  const presence = { review_id: first, here: '[]', last_at: daysAgo(20), held_at: daysAgo(20) }
  const sums = { together_ms: 43 * minuteMs, early_ms: 0, met_at: daysAgo(20) + minuteMs }
  await db
    .insertInto('call_presence')
    .values({ ...presence, ...sums })
    .execute()
  const again = await makeReview(app, { ...of, dueAt: daysAgo(1) })
  const next = { follows_id: first, pending_task: '["Read"]' }
  await db.updateTable('reviews').set(next).where('id', '=', again).execute()
  const missed = await makeSlot(app, reviewer, daysAgo(3))
  const noShow = { slot_id: missed, review_id: again, who: 'student' as const, at: daysAgo(3) }
  await db.insertInto('no_shows').values(noShow).execute()
  const read = (role: 'advisor' | 'admin', token: string) =>
    app.call(getProgress[role], { token, query: { student: student._id } })
  return { app, db, student, advisor, admin, first, again, read }
}

const expectedWeeks = (first: string, again: string) => [
  {
    week: 1,
    review: first,
    status: 'conducted',
    isClosed: true,
    due: iso(daysAgo(22)),
    held: iso(daysAgo(20) + minuteMs),
    code: 71,
    theory: 64,
    weekStatus: 'Week Repeat',
    repeats: 0,
    noShows: 0,
    minutes: 43,
    pendingTask: [],
  },
  {
    week: 1,
    review: again,
    status: 'not-scheduled',
    isClosed: false,
    due: iso(daysAgo(1)),
    held: null,
    code: null,
    theory: null,
    weekStatus: '',
    repeats: 1,
    noShows: 1,
    minutes: 0,
    pendingTask: ['Read'],
  },
]

test('a student sees the own course so far, and never a reason for concern', async () => {
  const { app, student, first, again } = await start()
  const { status, body } = await app.call(getProgress.student, { token: student.token })
  expect(status).toBe(200)
  expect(body).toEqual({ weeks: expectedWeeks(first, again) })
  expect(JSON.stringify(body)).not.toMatch(/concern|reason|overdue/)
})

test('an advisor and an admin see the same, with the student and the reasons for concern', async () => {
  const { advisor, admin, first, again, student, read } = await start()
  const expected = {
    student: { _id: student._id, name: 'Ana', week: 2, domain: expect.anything() },
    weeks: expectedWeeks(first, again),
    concern: [
      { reason: 'overdue', since: iso(daysAgo(1)) },
      { reason: 'repeating', since: iso(monday) },
    ],
  }
  expect(await read('advisor', advisor.token)).toMatchObject({ status: 200, body: expected })
  expect((await read('admin', admin.token)).body).toEqual(
    (await read('advisor', advisor.token)).body,
  )
})

test('a second no-show, a third try, and nine days without a sign-in are concerns', async () => {
  const { app, db, admin, student, again, read } = await start()
  const reviewer = await makePerson(app, 'reviewer')
  const slot_id = await makeSlot(app, reviewer, daysAgo(2))
  const noShow = { slot_id, review_id: again, who: 'student' as const, at: daysAgo(2) }
  await db.insertInto('no_shows').values(noShow).execute()
  await db
    .updateTable('people')
    .set({ verified_at: daysAgo(40) })
    .where('id', '=', student._id)
    .execute()
  const known = { person_id: student._id, network: '192.0.2.1', signed_in_at: daysAgo(9) }
  await db.insertInto('known_networks').values(known).execute()
  const third = await makeReview(app, { student, dueAt: monday + dayMs })
  await db.updateTable('reviews').set({ closed_at: monday }).where('id', '=', again).execute()
  expect((await read('admin', admin.token)).body.concern).toEqual([
    { reason: 'no-advisor', since: iso(monday) },
    { reason: 'away', since: iso(daysAgo(9)) },
  ])
  await db.updateTable('reviews').set({ closed_at: null }).where('id', '=', again).execute()
  await db.updateTable('reviews').set({ closed_at: monday }).where('id', '=', third).execute()
  expect((await read('admin', admin.token)).body.concern).toEqual([
    { reason: 'overdue', since: iso(daysAgo(1)) },
    { reason: 'repeating', since: iso(monday) },
    { reason: 'missed', since: iso(daysAgo(2)), times: 2 },
    { reason: 'away', since: iso(daysAgo(9)) },
  ])
  await db.updateTable('reviews').set({ closed_at: monday }).where('id', '=', again).execute()
  await db
    .updateTable('reviews')
    .set({ closed_at: null, follows_id: again })
    .where('id', '=', third)
    .execute()
  expect((await read('admin', admin.token)).body.concern).toContainEqual({
    reason: 'repeated',
    since: iso(monday),
    times: 2,
  })
})

test('a student whose latest review is another advisor’s is unknown, as is anybody else', async () => {
  const { app, db, advisor, admin, student, again, read } = await start()
  const other = await makePerson(app, 'advisor')
  expect(await read('advisor', other.token)).toMatchObject(unknown)
  await db.updateTable('reviews').set({ advisor_id: other._id }).where('id', '=', again).execute()
  expect((await read('advisor', other.token)).status).toBe(200)
  expect(await read('advisor', advisor.token)).toMatchObject(unknown)
  const query = { student: other._id }
  expect(await app.call(getProgress.admin, { token: admin.token, query })).toMatchObject(unknown)
  await db.updateTable('people').set({ erased_at: monday }).where('id', '=', student._id).execute()
  expect(await read('admin', admin.token)).toMatchObject(unknown)
})

test('theory is a concern once it has fallen three times in a row, also when marks are changed', async () => {
  const { app, db, admin, advisor } = await start()
  const reviewer = await makePerson(app, 'reviewer')
  const student = await makePerson(app, 'student')
  const ids: string[] = []
  for (const [place, theory] of [80, 70, 60, 50].entries()) {
    const slot = await makeSlot(app, reviewer, daysAgo(40 - 7 * place))
    const id = await makeReview(app, { student, advisor, week: place + 1, slot, conducted: true })
    const at = { theory, marked_at: daysAgo(40 - 7 * place), closed_at: monday }
    await db
      .updateTable('reviews')
      .set({ ...at, follows_id: ids.at(-1) ?? null })
      .where('id', '=', id)
      .execute()
    ids.push(id)
  }
  const slot = await makeSlot(app, reviewer, daysAgo(5))
  const open = await makeReview(app, { student, advisor, week: 5 })
  const setOpen = (is: object) => db.updateTable('reviews').set(is).where('id', '=', open).execute()
  await setOpen({ follows_id: ids.at(-1) ?? null })
  const read = async () =>
    (await app.call(getProgress.admin, { token: admin.token, query: { student: student._id } }))
      .body.concern
  expect(await read()).toEqual([{ reason: 'falling', since: iso(daysAgo(19)) }])
  const setTheory = (id: string | undefined, theory: number) =>
    db
      .updateTable('reviews')
      .set({ theory })
      .where('id', '=', id ?? '')
      .execute()
  await setTheory(ids[0], 70)
  expect(await read()).toEqual([])
  await setTheory(ids[0], 71)
  expect(await read()).toHaveLength(1)
  await setOpen({ status: 'conducted', slot_id: slot, theory: 55 })
  expect(await read()).toEqual([])
  await setTheory(open, 40)
  expect((await read()).map(({ reason }) => reason)).toEqual(['falling'])
})
