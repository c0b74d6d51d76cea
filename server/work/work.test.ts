import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { pauseStudent } from '#contract/enrolment.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { getStudentWork, getWork, saveWork, type WorkLink, workRefusals } from '#contract/work.ts'
import { finishStudent } from '#server/enrolment/finish.ts'
import { inTransaction } from '#server/kit/context.ts'
import { monday } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { openPageSocket, startLiveApp } from '#test/live-app.ts'
import { recordNotices } from '#test/schools/booked.ts'
import { startSchoolWithDomain, taskLines } from '#test/schools/school-with-domain.ts'

const link: WorkLink = {
  kind: 'seminar',
  url: 'https://video.school.test/sofia?v=3',
  note: 'From minute 4',
}
const nothing = { ticks: [], links: [], note: '', isReady: false }

/** A booked review of a student in week 1, whose domain has a task, and calls on the work. */
async function start() {
  const school = await startSchoolWithDomain()
  const { app, domain, token: admin } = school
  const { task } = (await school.add()).body
  const student = await makePerson(app, 'student', { name: 'Sofía', domain })
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const id = await makeReview(app, { student, advisor, slot })
  const save = (value: Record<string, unknown>, by = student) =>
    app.send<{ message: string; errors?: Record<string, string> }>('PUT', '/work', {
      token: by.token,
      body: { value },
    })
  const read = async () => (await app.call(getWork, { token: student.token })).body
  const readAs = (
    role: 'advisor' | 'reviewer',
    review = id,
    { token } = { advisor, reviewer }[role],
  ) => app.call(getStudentWork[role], { token, query: { review } })
  const mark = () =>
    app.call(updateMark, {
      token: reviewer.token,
      body: { id, value: { mark: { code: 70, theory: 70, weekStatus: 'Task Completed' } } },
    })
  const follow = (value: { status: 'next-week' | 'week-repeat' }) =>
    app.call(createReview.advisor, { token: advisor.token, body: { id, value } })
  return {
    app,
    admin,
    task,
    student,
    advisor,
    reviewer,
    id,
    save,
    read,
    readAs,
    mark,
    follow,
  }
}

test('a student ticks tasks, adds links and a note, and advisor and reviewer see it', async () => {
  const { save, read, readAs, task, student, id } = await start()
  const empty = {
    ...nothing,
    reviewId: id,
    studentId: student._id,
    week: 1,
    isOver: false,
    task,
    asked: [],
  }
  expect(await read()).toEqual(empty)
  const ticks = ['Build a form', 'Read a chapter']
  const { status, body } = await save({ ticks, links: [link] })
  expect([status, body]).toEqual([200, { ...empty, ticks, links: [link] }])
  await save({ note: 'All but the tests.\nSee the link ', isReady: true })
  const whole = { ...empty, ticks, links: [link], note: 'All but the tests.\nSee the link ' }
  expect(await read()).toEqual({ ...whole, isReady: true })
  for (const role of ['advisor', 'reviewer'] as const) {
    expect(await readAs(role)).toMatchObject({ status: 200, body: { ...whole, isReady: true } })
  }
})

test('the student’s home says how far the week is, without a further call', async () => {
  const { app, student, save } = await start()
  const home = async () => (await app.call(getHome, { token: student.token })).body
  expect(await home()).toMatchObject({ work: { ticks: [], isReady: false } })
  await save({ ticks: ['Build a form'], isReady: true })
  expect(await home()).toMatchObject({ work: { ticks: ['Build a form'], isReady: true } })
})

test('only a link to a web address is saved, with a message that says so', async () => {
  const { save, read } = await start()
  const invalid = 'Please enter a link that begins with http:// or https://'
  for (const [url, message] of [
    ...['javascript:alert(1)', 'data:text/html,hi', 'ftp://school.test', 'file:///etc/passwd'].map(
      (url) => [url, invalid],
    ),
    ...['school.test', '//school.test', 'https:school.test', 'https://', 'http:///x'].map((url) => [
      url,
      invalid,
    ]),
    ...['https://a.test/\nb', 'java\tscript:alert(1)', 'https://a.test/ b', 'https://a\u202eb'].map(
      (url) => [url, invalid],
    ),
    ['  ', 'Please enter a link'],
    [`https://a.test/${'x'.repeat(2_000)}`, 'This is too long'],
    ['https://a.test/\0', 'This contains a character that cannot be saved'],
  ] as const) {
    const { status, body } = await save({ links: [{ ...link, url }] })
    expect([url, status, body.message]).toEqual([url, 400, message])
  }
  for (const url of ['http://localhost:3000/a', 'HTTPS://Süß.test/#ü', 'https://1.2.3.4/']) {
    expect([url, (await save({ links: [{ kind: 'other', url: ` ${url} ` }] })).status]).toEqual([
      url,
      200,
    ])
    expect((await read()).links).toEqual([{ kind: 'other', url, note: '' }])
  }
})

test('texts have limits, and lose control characters', async () => {
  const { save, read } = await start()
  const tooLong = 'This is too long'
  for (const [value, message] of [
    [{ note: 'x'.repeat(4_001) }, tooLong],
    [{ ticks: ['x'.repeat(501)] }, tooLong],
    [{ links: [{ ...link, note: 'x'.repeat(301) }] }, tooLong],
    [{ links: Array.from({ length: 21 }, () => link) }, 'No more than 20 links'],
    [{ links: [{ ...link, kind: 'video' }] }, 'Use one of: seminar, progress, repository, other'],
    [{ isReady: 'yes' }, 'Use true or false'],
    [{ ticks: 'all' }, 'Use a list'],
    [{ note: null }, 'Use text'],
  ] as const) {
    const { status, body } = await save(value)
    expect([status, body.message]).toEqual([400, message])
  }
  expect(await read()).toMatchObject(nothing)
  await save({
    note: 'a\u0007b\n\tc\u202e',
    ticks: ['Read', 'Read'],
    links: [{ ...link, note: '\u001b[1m' }],
  })
  expect(await read()).toMatchObject({
    note: 'ab\n c',
    ticks: ['Read'],
    links: [{ ...link, note: '[1m' }],
  })
})

test('it is over once the review is conducted, and the next week begins anew', async () => {
  const { app, save, read, readAs, mark, follow, reviewer, id } = await start()
  await save({ note: 'Done' })
  await mark()
  const over = [409, { message: workRefusals.over.message }]
  const late = await save({ note: 'Too late' })
  expect([late.status, late.body]).toEqual(over)
  expect(await read()).toMatchObject({ reviewId: id, note: 'Done', isOver: true })
  const body = { id, pendingTopic: ['Learn loops'] }
  await app.call(updateMark, { token: reviewer.token, body })
  await follow({ status: 'next-week' })
  expect(await read()).toMatchObject({ ...nothing, week: 2, isOver: false, asked: ['Learn loops'] })
  // Typed for the review before on a page that was open since.
  const stale = await save({ reviewId: id, note: 'For week 1' })
  expect([stale.status, stale.body]).toEqual(over)
  expect((await save({ note: 'For week 2' })).status).toBe(200)
  expect((await readAs('reviewer')).body).toMatchObject({ week: 1, note: 'Done', isOver: true })
})

test('a paused student works on; one who has finished reads, and changes nothing', async () => {
  const { app, admin: token, student, save, read, id } = await start()
  const pause = { value: { id: student._id, reason: 'Ill' } }
  expect((await app.call(pauseStudent, { token, body: pause })).status).toBe(200)
  expect((await save({ note: 'From home' })).status).toBe(200)
  const { _id: personId } = await makePerson(app, 'admin')
  await inTransaction(app.context, (tx) =>
    finishStudent(tx, { role: 'admin', personId }, { id: student._id, outcome: 'graduated' }),
  )
  expect((await save({ note: 'Bye' })).status).toBe(403)
  expect(await read()).toMatchObject({ reviewId: id, note: 'From home', isOver: true })
})

test('work is seen by its student, advisor and reviewer alone', async () => {
  const { app, save, readAs, advisor, student } = await start()
  await save({ note: 'Mine' })
  const other = await makePerson(app, 'student')
  const unknown = [404, { message: 'This review does not exist' }]
  for (const refused of [
    await readAs('advisor', undefined, await makePerson(app, 'advisor')),
    await readAs('reviewer', undefined, await makePerson(app, 'reviewer')),
    await readAs('advisor', 'nowhere'),
    // Before the first review.
    await app.call(getWork, { token: other.token }),
    await save({ note: 'x' }, other),
  ]) {
    expect([refused.status, refused.body]).toEqual(unknown)
  }
  expect((await readAs('reviewer', undefined, advisor)).status).toBe(401)
  expect((await readAs('advisor', undefined, student)).status).toBe(401)
  expect((await save({ note: 'x' }, advisor)).status).toBe(401)
})

test('advisor and reviewer are notified in the app once a review that the student is ready', async () => {
  const { app, save, advisor, reviewer, student, id } = await start()
  for (const isReady of [true, true, false, true]) await save({ isReady })
  await save({ ticks: ['Read'] })
  const notificationsOf = async (role: 'advisor' | 'reviewer' | 'student') =>
    (await app.call(listNotifications[role], { token: { advisor, reviewer, student }[role].token }))
      .body
  for (const role of ['advisor', 'reviewer'] as const) {
    expect(await notificationsOf(role)).toMatchObject([
      {
        kind: 'ready',
        text: 'Sofía is ready for the week 01 review.',
        path: `/${role}/review-details/${id}`,
      },
    ])
  }
  expect(await notificationsOf('student')).toEqual([])
  const { db } = app.context
  expect(await db.selectFrom('notifications').select('mail_due_at').execute()).toEqual([
    { mail_due_at: null },
    { mail_due_at: null },
  ])
})

test('the audit log has when a student was ready, and nothing of what is saved while typing', async () => {
  const { app, admin: token, student, save, id } = await start()
  for (const ticks of [['Read'], ['Read', 'Test it'], []]) await save({ ticks })
  await save({ note: 'Almost', links: [link] })
  await save({ isReady: true })
  await save({ isReady: true })
  app.time.now += hourMs
  await save({ isReady: false, note: 'Not yet' })
  const { body } = await app.call(listAuditLog, { token, query: { kind: 'reviews' } })
  expect(body.map(({ deed, who, about, after }) => [deed, who?._id, about._id, after])).toEqual([
    ['ready-saved', student._id, id, { ready_at: null }],
    ['ready-saved', student._id, id, { ready_at: monday }],
  ])
})

test('the other device and the staff’s pages fetch the work alone, not everything', async () => {
  const { app, save, student, advisor, reviewer } = await start()
  const events = recordNotices(app)
  await save({ ticks: ['Read'] })
  expect(events).toEqual([student, advisor, reviewer].map(({ _id }) => `work of ${_id}`))
})

test('what one device saves reaches the other at once', async () => {
  const app = await startLiveApp()
  const student = await makePerson(app, 'student')
  await makeReview(app, { student })
  const other = await openPageSocket(app, student.token)
  const body = { value: { note: 'From my phone' } }
  await app.call(saveWork, { token: student.token, body })
  await expect
    .poll(() => other.heard.map(({ payload }) => payload))
    .toContainEqual({ what: 'work' })
})

test('a line that the task no longer has stays ticked', async () => {
  const { save, read } = await start()
  await save({ ticks: [...taskLines.technicalWorkouts, 'Learn Pascal'] })
  expect((await read()).ticks).toEqual([...taskLines.technicalWorkouts, 'Learn Pascal'])
})

test('a save that is repeated with its Idempotency-Key does not undo a later one', async () => {
  const { app, student, save, read } = await start()
  const first = { token: student.token, key: 'once', body: { value: { note: 'First' } } }
  await app.call(saveWork, first)
  await save({ note: 'Second' })
  expect((await app.call(saveWork, first)).body.note).toBe('First')
  expect((await read()).note).toBe('Second')
})
