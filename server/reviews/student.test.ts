import { expect, test } from 'vitest'
import { editDomain } from '#contract/domains/domains.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { getHome, getWeeklyReview, listOwnReviews, type Review } from '#contract/reviews/reviews.ts'
import { addTask } from '#contract/tasks/tasks.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

test('a student sees the review of the current week with all its details', async () => {
  const app = await startApp()
  const domain = await makeDomain(app)
  const student = await makePerson(app, 'student', { domain, week: 3 })
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const slot = await makeSlot(app, reviewer, Date.parse('2026-03-04T03:30:00Z'))
  const id = await makeReview(app, { student, advisor, week: 3, slot })

  const { status, body } = await app.call(getHome, { token: student.token })
  expect(status).toBe(200)
  expect(body).toEqual({
    reviewerWaits: false,
    absent: null,
    pause: null,
    finished: null,
    work: { ticks: [], isReady: false },
    _id: id,
    status: 'review-scheduled',
    week: 3,
    date: new Date(monday + 7 * dayMs).toISOString(),
    day: '2026-03-03',
    time: '10:30 PM',
    startsAt: '2026-03-04T03:30:00.000Z',
    student: { _id: student._id, name: student.name, email: student.email, week: 3, domain },
    isStudentBlocked: false,
    isStudentPaused: false,
    isStudentFinished: false,
    isReviewerBlocked: false,
    advisor: { _id: advisor._id, name: advisor.name },
    reviewer: { _id: reviewer._id, name: reviewer.name, email: reviewer.email },
    mark: { code: 0, theory: 0, weekStatus: '' },
    lastMark: null,
    pendingTask: [],
    taskStatus: { seminar: 'Not added', progress: 'Not added', typing: 'Not added' },
    isClosed: false,
    nextWeekHasTask: false,
    isLastWeek: false,
    wish: null,
    declinedWish: null,
    lostSlot: null,
    turn: {
      who: 'reviewer',
      _id: reviewer._id,
      step: 'hold',
      since: new Date(monday).toISOString(),
      until: '2026-03-04T03:30:00.000Z',
    },
    life: {
      due: new Date(monday + 7 * dayMs).toISOString(),
      booked: null,
      held: null,
      marked: null,
      decided: null,
    },
  })
})

test('a review says whether the next week has a task in the student’s domain', async () => {
  const app = await startApp()
  const [domain, other] = [await makeDomain(app), await makeDomain(app)]
  const { token } = await makePerson(app, 'admin')
  const write = (weekNo: number, { _id }: { _id: string }) => {
    const lists = { personalDevelopmentWorkout: ['Read'], technicalWorkouts: ['Build'] }
    const body = { weekNo, domain: _id, ...lists, miscellaneousWorkouts: ['Type'] }
    return app.call(addTask, { token, body })
  }
  const student = await makePerson(app, 'student', { domain, week: 3 })
  await makeReview(app, { student, week: 3 })
  const says = async () => (await app.call(getHome, { token: student.token })).body
  await write(4, other)
  expect(await says()).toMatchObject({ nextWeekHasTask: false, isLastWeek: false })
  await write(3, domain)
  expect(await says()).toMatchObject({ nextWeekHasTask: false, isLastWeek: true })
  await write(5, domain)
  expect(await says()).toMatchObject({ nextWeekHasTask: false, isLastWeek: false })
  await write(4, domain)
  expect(await says()).toMatchObject({ nextWeekHasTask: true, isLastWeek: false })
})

test('the last week of a course is that of the last task, unless an admin sets another', async () => {
  const app = await startApp()
  const domain = await makeDomain(app)
  const { token } = await makePerson(app, 'admin')
  const student = await makePerson(app, 'student', { domain, week: 3 })
  await makeReview(app, { student, week: 3 })
  const isLast = async () =>
    (await app.call(getWeeklyReview, { token: student.token, query: {} })).body.isLastWeek
  const setLast = (lastWeek: number | null) =>
    app.call(editDomain, { token, body: { value: { id: domain._id, lastWeek } } })
  expect(await isLast()).toBe(false)
  for (const [week, isOver] of [
    [4, false],
    [3, true],
    [2, true],
    [null, false],
  ] as const) {
    await setLast(week)
    expect(await isLast()).toBe(isOver)
  }
})

test('a review without an advisor and a slot says so', async () => {
  const app = await startApp()
  const student = await makePerson(app, 'student')
  await makeReview(app, { student })
  const { body } = await app.call(getHome, { token: student.token })
  expect(body).toMatchObject({
    status: 'not-scheduled',
    advisor: null,
    reviewer: null,
    day: null,
    time: null,
  })
})

test('a student without a review of the current week sees only their own data', async () => {
  const app = await startApp()
  const domain = await makeDomain(app)
  const student = await makePerson(app, 'student', { domain, week: 2 })
  await makeReview(app, { student, week: 1, closed: true })
  await makeReview(app, { week: 2 })

  const home = await app.call(getHome, { token: student.token })
  expect(home.status).toBe(200)
  expect(home.body).toEqual({
    student: { _id: student._id, name: student.name, email: student.email, week: 2, domain },
  })
  const present = await app.call(getWeeklyReview, { token: student.token })
  expect(present.status).toBe(404)
  expect(present.body).toEqual({ message: 'This review does not exist' })
})

test('a review is found by id, by week (the latest), or as the current one', async () => {
  const app = await startApp()
  const student = await makePerson(app, 'student', { week: 2 })
  const first = await makeReview(app, { student, week: 1, closed: true })
  const repeated = await makeReview(app, { student, week: 1, closed: true })
  const before = await makeReview(app, { student, week: 2, closed: true })
  const present = await makeReview(app, { student, week: 2 })

  for (const [week, id] of [
    [first, first],
    ['1', repeated],
    ['2', present],
    [before, before],
    [undefined, present],
    ['', present],
  ] as const) {
    const found = await app.call(getWeeklyReview, { token: student.token, query: { week } })
    expect(found.status).toBe(200)
    expect(found.body).toMatchObject({ _id: id })
  }
  expect((await app.call(getHome, { token: student.token })).body).toMatchObject({ _id: present })
})

test('privacy: a student cannot find another’s review, nor one that never existed', async () => {
  const app = await startApp()
  const student = await makePerson(app, 'student')
  await makeReview(app, { student })
  const others = await makeReview(app, { week: 2 })
  for (const week of [others, '2', 'nothing', '99999999999999999999']) {
    const refused = await app.call(getWeeklyReview, { token: student.token, query: { week } })
    expect(refused.status).toBe(404)
    expect(refused.body).toEqual({ message: 'This review does not exist' })
  }
})

test('the manifest lists all of the student’s own reviews, oldest first, page by page', async () => {
  const app = await startApp()
  const student = await makePerson(app, 'student', { week: 3 })
  const ids: string[] = []
  for (const week of [1, 1, 2, 3]) {
    ids.push(await makeReview(app, { student, week, closed: week < 3 }))
    await makeReview(app, { week })
  }
  const { body } = await app.call(listOwnReviews, { token: student.token })
  expect(body.map((review) => review._id)).toEqual(ids)
  const pages = await app.readPages<Review>('/manifest?limit=3', student.token)
  expect(pages.map((page) => page.map(({ _id }) => _id))).toEqual([ids.slice(0, 3), ids.slice(3)])
})

test('only a student has a home, weekly reviews and a manifest', async () => {
  const app = await startApp()
  const tokens: (string | undefined)[] = [undefined]
  for (const role of ['advisor', 'reviewer', 'admin'] as const) {
    tokens.push((await makePerson(app, role)).token)
  }
  for (const token of tokens) {
    for (const refused of [
      await app.call(getHome, { token }),
      await app.call(getWeeklyReview, { token }),
      await app.call(listOwnReviews, { token }),
    ]) {
      expect(refused.status).toBe(401)
      expect(refused.body).toMatchObject({ success: false, Auth: false })
    }
  }
})
