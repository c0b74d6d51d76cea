import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { waitingCountMax } from '#contract/limits/limits.ts'
import {
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
} from '#contract/notifications/list.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { type Role, roles } from '#contract/roles.ts'
import { inTransaction } from '#server/kit/context.ts'
import { deleteExpired } from '#server/kit/ops/retention.ts'
import { retentionRules } from '#server/retention.ts'
import { monday, type TestApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { recordNotices, startBookedSchool } from '#test/schools/booked.ts'
import { notify } from './actions.ts'

type Somebody = { token: string }

async function read(app: TestApp, role: Role, { token }: Somebody) {
  const { status, body } = await app.call(listNotifications[role], { token, query: {} })
  expect(status).toBe(200)
  return body
}

const unread = async (app: TestApp, role: Role, { token }: Somebody) =>
  (await app.call(countUnreadNotifications[role], { token })).body.unread

const mark = (app: TestApp, role: Role, { token }: Somebody, ids: 'all' | string[]) =>
  app.call(markNotificationsRead[role], { token, body: { value: { ids } } })

test('people mark some or all of their notifications as read, and the others stay unread', async () => {
  const { app, student, reviewer, move } = await startBookedSchool()
  await move()
  expect(await unread(app, 'student', student)).toBe(2)
  const [moved, booked] = await read(app, 'student', student)
  expect([moved, booked]).toMatchObject([
    { kind: 'moved', read: false, at: '2026-03-02T17:00:00.000Z' },
    { kind: 'booked', read: false },
  ])
  const events = recordNotices(app)
  const { status, body } = await mark(app, 'student', student, [booked?._id ?? ''])
  expect([status, body]).toEqual([200, { unread: 1 }])
  expect(events).toEqual([`notices of ${student._id}`])
  expect(await read(app, 'student', student)).toMatchObject([{ read: false }, { read: true }])
  expect((await mark(app, 'student', student, 'all')).body).toEqual({ unread: 0 })
  expect(await unread(app, 'reviewer', reviewer)).toBe(2)
})

test('privacy: nobody can read or mark another person’s notifications', async () => {
  const { app, student, reviewer, other } = await startBookedSchool()
  const [booked] = await read(app, 'student', student)
  expect(await read(app, 'reviewer', other)).toEqual([])
  expect((await mark(app, 'reviewer', reviewer, [booked?._id ?? ''])).status).toBe(200)
  expect(await unread(app, 'student', student)).toBe(1)
})

test.each([[[]], ['some'], [['x'.repeat(101)]], [null]])(
  'what is marked as read must be named: %j',
  async (ids) => {
    const { app, student } = await startBookedSchool()
    const { status } = await app.send('PUT', '/read-notices', {
      token: student.token,
      body: { value: { ids } },
    })
    expect(status).toBe(400)
  },
)

test('a repeated change notifies once, and a refused one not at all', async () => {
  const { app, student, advisor, other, domain } = await startBookedSchool()
  const [reviewId, slot] = [
    await makeReview(app, { student, advisor }),
    await makeSlot(app, other, monday + 5 * hourMs),
  ]
  const body = { value: { reviewId, reviewer: other._id, slot } }
  const book = (key: string) => app.call(bookSlot.advisor, { token: advisor.token, key, body })
  expect((await book('one')).status).toBe(200)
  expect((await book('one')).headers['idempotency-replayed']).toBe('true')
  expect((await book('two')).status).toBe(409)
  expect(domain).toBeDefined()
  expect(await read(app, 'reviewer', other)).toHaveLength(1)
  expect(await read(app, 'student', student)).toHaveLength(2)
})

test('a notification links to its review while the recipient takes part in it, later to their list of reviews', async () => {
  const { app, student, reviewer, other, id, move } = await startBookedSchool()
  expect(await read(app, 'reviewer', reviewer)).toMatchObject([
    { path: `/reviewer/review-details/${id}` },
  ])
  await move()
  const paths = (await read(app, 'reviewer', reviewer)).map(({ path }) => path)
  expect(paths).toEqual(['/reviewer/calendar', '/reviewer/calendar'])
  expect(await read(app, 'reviewer', other)).toMatchObject([
    { path: `/reviewer/review-details/${id}` },
  ])
  expect(await read(app, 'student', student)).toMatchObject([
    { path: `/review-details/${id}` },
    { path: `/review-details/${id}` },
  ])
})

test('notifications are paginated, and deleted after 90 days', async () => {
  const { app, student, move, reviewer, slot } = await startBookedSchool()
  app.time.now += minuteMs
  await move()
  await move({ reviewer: reviewer._id, slot })
  const pages = await app.readPages<{ kind: string }>('/notices?limit=2', student.token)
  expect(pages.map((page) => page.map(({ kind }) => kind))).toEqual([
    ['moved', 'moved'],
    ['booked'],
  ])
  app.time.now = monday + 90 * dayMs
  await deleteExpired(app.context, retentionRules)
  const rows = await app.context.db.selectFrom('notifications').select('kind').execute()
  expect([...new Set(rows.map(({ kind }) => kind))]).toEqual(['moved'])
})

test.each(roles)('a new %s has no notifications', async (role) => {
  const { app } = await startBookedSchool()
  const person = await makePerson(app, role)
  expect(await read(app, role, person)).toEqual([])
  expect(await unread(app, role, person)).toBe(0)
})

test('at most a hundred unread notifications are counted', async () => {
  const { app, student } = await startBookedSchool()
  const to = [{ _id: student._id, role: 'student' }] as const
  await inTransaction(app.context, async (tx) => {
    for (let place = 0; place < waitingCountMax; place++) {
      await notify(tx, { kind: 'password-changed', dedupeKey: `${place}`, to, payload: () => ({}) })
    }
  })
  expect(await read(app, 'student', student)).toHaveLength(waitingCountMax + 1)
  expect(await unread(app, 'student', student)).toBe(waitingCountMax)
})
