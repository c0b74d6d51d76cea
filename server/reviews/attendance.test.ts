import { expect, test } from 'vitest'
import { callClientEvents, callServerEvents } from '#contract/calls/calls.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { listStudentReviews, type ReviewWithAttendance } from '#contract/reviews/person-reviews.ts'
import { getReview, getWeeklyReview } from '#contract/reviews/reviews.ts'
import { startApp } from '#test/app.ts'
import { makePerson, makeReview } from '#test/factories.ts'
import { makeJoinedReview, makeUpcomingReview, startLiveApp } from '#test/live-app.ts'

const unknownStudent = { status: 404, body: { message: 'This student does not exist' } }
const unknownReview = { status: 404, body: { message: 'This review does not exist' } }

test('an admin sees all of a student’s reviews and how long both were in the room', async () => {
  const app = await startLiveApp()
  const { token } = await makePerson(app, 'admin')
  const { room, student, reviewer, people } = await makeJoinedReview(app)
  const later = await makeReview(app, { student: people.student, week: 2 })
  await makeUpcomingReview(app)
  app.time.now += 31 * minuteMs
  await student.send(callClientEvents.leave, { room })
  await reviewer.next(callServerEvents.left)
  app.time.now += 5 * minuteMs
  await reviewer.send(callClientEvents.leave, { room })

  const { status, body } = await app.call(listStudentReviews, {
    token,
    query: { student: people.student._id },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { _id: later, week: 2, status: 'not-scheduled', reviewer: null, togetherSeconds: 0 },
    {
      _id: room,
      week: 1,
      status: 'review-scheduled',
      togetherSeconds: 31 * 60,
      reviewer: { _id: people.reviewer._id, name: people.reviewer.name },
    },
  ])
})

test('an admin sorts a student’s reviews by time spent together, in both directions', async () => {
  const app = await startLiveApp()
  const { token } = await makePerson(app, 'admin')
  const { room, student, reviewer, people } = await makeJoinedReview(app)
  const [second, third] = [
    await makeReview(app, { student: people.student, week: 2 }),
    await makeReview(app, { student: people.student, week: 3 }),
  ]
  await makeUpcomingReview(app)
  app.time.now += 31 * minuteMs
  await student.send(callClientEvents.leave, { room })
  await reviewer.next(callServerEvents.left)
  for (const [sort, expected] of [
    ['together', [second, third, room]],
    ['-together', [room, third, second]],
  ] as const) {
    const pages = await app.readPages<ReviewWithAttendance>(
      `/admin/student-reviews?student=${people.student._id}&sort=${sort}&limit=2`,
      token,
    )
    expect(pages.flat().map(({ _id }) => _id)).toEqual(expected)
  }
})

test('a student’s reviews come page by page, newest first', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const student = await makePerson(app, 'student')
  const made: string[] = []
  for (const week of [1, 2, 3, 4, 5]) made.push(await makeReview(app, { student, week }))
  const pages = await app.readPages<ReviewWithAttendance>(
    `/admin/student-reviews?student=${student._id}&limit=2`,
    token,
  )
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  expect(pages.flat().map(({ _id }) => _id)).toEqual(made.toReversed())
})

test('a student without reviews has an empty list; people who are not students have none', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const newcomer = await makePerson(app, 'student', { verified: false })
  const list = (student: string) => app.call(listStudentReviews, { token, query: { student } })
  expect(await list(newcomer._id)).toMatchObject({ status: 200, body: [] })
  for (const nobody of ['nothing', '', (await makePerson(app, 'reviewer'))._id]) {
    expect(await list(nobody)).toMatchObject(unknownStudent)
  }
  expect((await app.send('GET', '/admin/student-reviews', { token })).status).toBe(400)
})

test('an admin finds any review by its id and sees it as the student does', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const { room: id, student } = await makeUpcomingReview(app)
  const own = await app.call(getWeeklyReview, { token: student.token, query: { week: id } })
  const found = await app.call(getReview, { token, query: { id } })
  expect(found.status).toBe(200)
  expect(found.body).toEqual(own.body)
  expect(await app.call(getReview, { token, query: { id: 'nothing' } })).toMatchObject(
    unknownReview,
  )
})

test('only an admin sees everybody’s reviews', async () => {
  const app = await startApp()
  const { room, ...people } = await makeUpcomingReview(app)
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    for (const path of [`review?id=${room}`, `student-reviews?student=${people.student._id}`]) {
      const refused = await app.send('GET', `/admin/${path}`, { token: people[role].token })
      expect(refused.status, `${role} at ${path}`).toBe(401)
    }
  }
})
