import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { updateMark, updateTaskStatus } from '#contract/reviews/marking.ts'
import { getWeeklyReview, type Review } from '#contract/reviews/reviews.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

async function start() {
  const app = await startApp()
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const student = await makePerson(app, 'student')
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const id = await makeReview(app, { student, advisor, slot })
  const seen = async () =>
    (await app.call(getWeeklyReview, { token: student.token, query: { week: id } })).body
  return { app, advisor, reviewer, id, seen }
}

const mark = { code: 80, theory: 72.5, weekStatus: 'Task Completed' } as const
const noMark = { code: 0, theory: 0, weekStatus: '' }

test('an advisor sets task states; omitted ones stay, and other fields change nothing', async () => {
  const { app, advisor, id, seen } = await start()
  const first = await app.send('PUT', '/advisor/update-review-details', {
    token: advisor.token,
    body: {
      id,
      value: { seminar: 'completed', typing: 'completed', weekStatus: 'Week Repeat', week: 9 },
    },
  })
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ message: 'task status updated successfully.' })
  const second = await app.call(updateTaskStatus.advisor, {
    token: advisor.token,
    body: { id, value: { typing: 'Not added', progress: 'completed' } },
  })
  const review = await seen()
  expect(second.body.review).toEqual(review)
  expect(review).toMatchObject({
    week: 1,
    mark: noMark,
    status: 'review-scheduled',
    taskStatus: { seminar: 'completed', progress: 'completed', typing: 'Not added' },
  })
})

test('an invalid task state is refused', async () => {
  const { app, advisor, id, seen } = await start()
  for (const body of [{ id, value: { seminar: 'done' } }, { id }, { value: {} }]) {
    const refused = await app.send('PUT', '/advisor/update-review-details', {
      token: advisor.token,
      body,
    })
    expect(refused.status).toBe(400)
  }
  expect((await seen()).taskStatus.seminar).toBe('Not added')
})

test('privacy: an advisor cannot change the task states of another’s review', async () => {
  const { app, id, seen } = await start()
  const other = await makePerson(app, 'advisor')
  for (const [key, value] of [
    [id, { seminar: 'completed' }],
    [id, {}],
    ['nothing', {}],
  ] as const) {
    const refused = await app.call(updateTaskStatus.advisor, {
      token: other.token,
      body: { id: key, value },
    })
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual({ message: 'This review does not exist' })
  }
  expect((await seen()).taskStatus.seminar).toBe('Not added')
})

test('a reviewer saves a mark, also as a string of digits, and the review is conducted', async () => {
  const { app, reviewer, id, seen } = await start()
  const saved = await app.call(updateMark, {
    token: reviewer.token,
    body: { id, value: { mark: { ...mark, code: '80' } } },
  })
  expect(saved.status).toBe(200)
  expect(saved.body.message).toBe('mark updated successfully.')
  const review = await seen()
  expect(saved.body.review).toEqual(review)
  expect(review).toMatchObject({ status: 'conducted', mark, day: '2026-03-02', time: '1:00 PM' })
})

test('a mark can be corrected later', async () => {
  const { app, reviewer, id, seen } = await start()
  for (const value of [{ mark }, { mark: { ...mark, code: 100, weekStatus: '' as const } }]) {
    await app.call(updateMark, { token: reviewer.token, body: { id, value } })
  }
  expect((await seen()).mark).toEqual({ code: 100, theory: 72.5, weekStatus: '' })
})

test.each(['open', 'decided'])(
  'the audit log has the marks that others replace, and of a decided review nobody is notified (%s)',
  async (state) => {
    const { app, advisor, reviewer, id, seen } = await start()
    const save = (code: number) =>
      app.call(updateMark, {
        token: reviewer.token,
        body: { id, value: { mark: { ...mark, code } } },
      })
    await save(80)
    if (state === 'decided') {
      const body = { id, value: { status: 'next-week' } } as const
      await app.call(createReview.advisor, { token: advisor.token, body })
    }
    const notified = async () =>
      (await app.call(listNotifications.advisor, { ...advisor, query: {} })).body.length
    const before = await notified()
    await save(60)
    const admin = await makePerson(app, 'admin')
    const { body } = await app.call(listAuditLog, {
      token: admin.token,
      query: { kind: 'reviews' },
    })
    const change = { before: { code: 80 }, after: { code: 60 } }
    expect(body[0]).toMatchObject({ deed: 'marked', about: { _id: id }, ...change })
    expect(Object.keys(body[0]?.after ?? {})).toEqual(['code'])
    expect(await notified()).toBe(before + (state === 'open' ? 1 : 0))
    expect((await seen()).mark.code).toBe(60)
  },
)

test('a mark that was changed since the page showed it is not replaced unseen', async () => {
  const { app, reviewer, id, seen } = await start()
  const save = (code: number, shown?: Review['mark'] | null) =>
    app.call(updateMark, {
      token: reviewer.token,
      body: { id, value: { mark: { ...mark, code }, seen: shown } },
    })
  expect((await save(80, mark)).status).toBe(409)
  expect(await seen()).toMatchObject({ status: 'review-scheduled', mark: noMark })
  expect((await save(80, null)).status).toBe(200)
  for (const shown of [null, { ...mark, code: 70 }]) {
    const { status, body } = await save(60, shown)
    const message =
      'The marks were changed in the meantime, so nothing was saved. Please check them and save again.'
    expect([status, body.message]).toEqual([409, message])
  }
  expect((await seen()).mark.code).toBe(80)
  expect((await save(60, { ...mark, code: 80 })).status).toBe(200)
  // Older clients do not say what they showed.
  expect((await save(50)).status).toBe(200)
})

test('a reviewer saves pending tasks without changing the status and the mark', async () => {
  const { app, reviewer, id, seen } = await start()
  const saved = await app.call(updateMark, {
    token: reviewer.token,
    body: { id, pendingTopic: [' Closures ', 'Promises'] },
  })
  expect(saved.status).toBe(200)
  expect(saved.body.message).toBe('pending task updated.')
  expect(await seen()).toMatchObject({
    status: 'review-scheduled',
    pendingTask: ['Closures', 'Promises'],
    mark: noMark,
  })
  await app.call(updateMark, { token: reviewer.token, body: { id, pendingTopic: [] } })
  expect((await seen()).pendingTask).toEqual([])
})

test('blank pending tasks are dropped, such as the one a client appends', async () => {
  const { app, reviewer, id, seen } = await start()
  const saved = await app.call(updateMark, {
    token: reviewer.token,
    body: { id, pendingTopic: ['Closures', ' ', 'Promises', ''] },
  })
  expect(saved.status).toBe(200)
  expect((await seen()).pendingTask).toEqual(['Closures', 'Promises'])
})

test('a mark and pending tasks sent together are both saved', async () => {
  const { app, reviewer, id, seen } = await start()
  const body = { id, value: { mark }, pendingTopic: ['Closures'] }
  const saved = await app.call(updateMark, { token: reviewer.token, body })
  expect(saved.body.message).toBe('mark updated successfully.')
  expect(await seen()).toMatchObject({ status: 'conducted', mark, pendingTask: ['Closures'] })
})

const wrongNumber = 'Please enter a number from 0 to 100'
test.each([
  [{ value: { mark: { ...mark, code: 101 } } }, 'mark.code', wrongNumber],
  [{ value: { mark: { ...mark, code: -1 } } }, 'mark.code', wrongNumber],
  [{ value: { mark: { ...mark, theory: 'good' } } }, 'mark.theory', wrongNumber],
  [{ value: { mark: { ...mark, theory: '' } } }, 'mark.theory', wrongNumber],
  [{ value: { mark: { code: 1, theory: 1 } } }, 'mark.weekStatus', 'Please choose a week status'],
  [
    { value: { mark: { ...mark, weekStatus: 'Fine' } } },
    'mark.weekStatus',
    'Please choose a week status',
  ],
  [{ pendingTopic: ['', '  '] }, 'pendingTopic', 'This field is required'],
  [{ pendingTopic: [7] }, 'pendingTopic.0', 'This field is required'],
  [{}, 'body', 'Please send a mark or the pending tasks'],
])('%j is refused at %s: %s', async (body, field, message) => {
  const { app, reviewer, id, seen } = await start()
  const before = await seen()
  const refused = await app.send('PUT', '/reviewer/update-review-details', {
    token: reviewer.token,
    body: { id, ...body },
  })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ message, errors: { [field]: message } })
  expect(await seen()).toEqual(before)
})

test('privacy: a reviewer cannot mark a review in another’s slot, or one without a slot', async () => {
  const { app, reviewer, id, seen } = await start()
  const other = await makePerson(app, 'reviewer')
  const unbooked = await makeReview(app)
  for (const [token, key] of [
    [other.token, id],
    [reviewer.token, unbooked],
    [reviewer.token, 'nothing'],
  ] as const) {
    const body = { id: key, value: { mark }, pendingTopic: ['Mine'] }
    const refused = await app.call(updateMark, { token, body })
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual({ message: 'This review does not exist' })
  }
  expect(await seen()).toMatchObject({ mark: noMark, pendingTask: [] })
})

test('only advisors set task states, and only reviewers give marks', async () => {
  const { app, advisor, reviewer, id } = await start()
  const student = await makePerson(app, 'student')
  const admin = await makePerson(app, 'admin')
  for (const token of [undefined, student.token, admin.token]) {
    const state = await app.call(updateTaskStatus.advisor, { token, body: { id, value: {} } })
    const marked = await app.call(updateMark, { token, body: { id, value: { mark } } })
    expect([state.status, marked.status]).toEqual([401, 401])
  }
  const body = { id, value: { seminar: 'completed', mark } } as const
  expect((await app.call(updateTaskStatus.advisor, { token: reviewer.token, body })).status).toBe(
    401,
  )
  expect((await app.call(updateMark, { token: advisor.token, body })).status).toBe(401)
})
