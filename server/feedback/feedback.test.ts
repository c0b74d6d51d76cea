import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { feedbackRefusals, getFeedback, replyToFeedback } from '#contract/feedback.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { getOwnData, getPersonData } from '#contract/privacy/privacy.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { getWeeklyReview, reviewRefusals } from '#contract/reviews/reviews.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

const mark = { code: 80, theory: 72, weekStatus: 'Task Completed' } as const

/** A booked review, and calls on its marks and feedback. */
async function start() {
  const app = await startApp()
  const student = await makePerson(app, 'student', { name: 'Sofía' })
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const admin = await makePerson(app, 'admin')
  const people = { student, advisor, reviewer, admin }
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const id = await makeReview(app, { student, advisor, slot, week: 3 })
  const save = (value: Record<string, unknown>, by = reviewer) =>
    app.call(updateMark, { token: by.token, body: { id, value } })
  const read = async (role: keyof typeof people = 'student') =>
    (await app.call(getFeedback[role], { token: people[role].token, query: { id } })).body
  const reply = (text: string, by = student) =>
    app.call(replyToFeedback, { token: by.token, body: { value: { reviewId: id, text } } })
  const notified = async (role: keyof typeof people) => {
    const { body } = await app.call(listNotifications[role], { ...people[role], query: {} })
    return body.map(({ text }) => text)
  }
  return { app, ...people, id, save, read, reply, notified }
}

test('feedback goes to the student with the marks, and a note to staff alone', async () => {
  const { save, read, notified } = await start()
  const nothing = { feedback: '', rubric: [], reply: null }
  expect(await read()).toEqual(nothing)
  const version = expect.any(String)
  expect(await read('admin')).toEqual({ ...nothing, note: '', version })
  const { status } = await save({ mark, feedback: '**Well** done\n', note: 'Looked tired' })
  expect(status).toBe(200)
  const given = { ...nothing, feedback: '**Well** done\n' }
  expect(await read()).toEqual(given)
  for (const role of ['advisor', 'reviewer', 'admin'] as const) {
    expect(await read(role)).toEqual({ ...given, note: 'Looked tired', version })
  }
  expect(await notified('student')).toEqual(['Your week 03 review has been marked, with feedback.'])
  expect(await notified('advisor')).toEqual([
    'Sofía’s week 03 review has been marked, with feedback.',
  ])
})

test('what is not given stays, and an empty text removes feedback', async () => {
  const { save, read } = await start()
  await save({ mark, feedback: 'Well done', note: 'Looked tired' })
  await save({ mark })
  await save({ note: 'Slept badly' })
  expect(await read('reviewer')).toMatchObject({ feedback: 'Well done', note: 'Slept badly' })
  await save({ feedback: '' })
  expect(await read('reviewer')).toMatchObject({ feedback: '', note: 'Slept badly' })
})

test('feedback and notes that were changed since the page showed them are not replaced unseen', async () => {
  const { app, id, reviewer, save, read, reply } = await start()
  const version = async () => {
    const { body } = await app.call(getFeedback.reviewer, { ...reviewer, query: { id } })
    return body.version
  }
  const message =
    'The feedback or the points were changed in the meantime, so nothing was saved. Please check them and save again.'
  await save({ mark })
  for (const value of [{ feedback: 'Well done' }, { note: 'Looked tired' }]) {
    const seenVersion = await version()
    expect((await save({ ...value, seenVersion })).status).toBe(200)
    const before = await read('reviewer')
    const refused = await save({ mark: { ...mark, code: 10 }, feedback: 'Mine', seenVersion })
    expect([refused.status, refused.body.message]).toEqual([409, message])
    expect(await read('reviewer')).toEqual(before)
  }
  const seenVersion = await version()
  await reply('Thank you')
  expect((await save({ mark, seen: mark, feedback: 'Mine', seenVersion })).status).toBe(200)
  // Older clients do not say what they showed.
  expect((await save({ feedback: 'Older' })).status).toBe(200)
  expect((await save({ seenVersion: await version() })).status).toBe(400)
})

test('the student hears once of feedback that comes after the marks', async () => {
  const { save, notified } = await start()
  await save({ mark, note: 'Looked tired' })
  expect(await notified('student')).toEqual(['Your week 03 review has been marked.'])
  await save({ mark, feedback: 'Well done' })
  await save({ mark, feedback: 'Very well done' })
  const both = ['has been marked, with feedback.', 'has been marked.']
  expect(await notified('student')).toEqual(both.map((said) => `Your week 03 review ${said}`))
  expect(await notified('advisor')).toEqual(both.map((said) => `Sofía’s week 03 review ${said}`))
})

test('feedback and note before any marks are refused, and so are other people’s reviews', async () => {
  const { app, save, read, id } = await start()
  for (const value of [{ feedback: 'Well done' }, { note: 'Looked tired' }]) {
    expect(await save(value)).toMatchObject({
      status: 409,
      body: { message: feedbackRefusals.notMarked.message },
    })
  }
  const other = await makePerson(app, 'reviewer')
  expect((await save({ feedback: 'Mine' }, other)).status).toBe(404)
  expect((await save({ mark, feedback: 'Mine' }, other)).status).toBe(404)
  expect((await save({})).status).toBe(400)
  expect(await read('admin')).toMatchObject({ feedback: '', note: '' })
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    const { token } = await makePerson(app, role)
    const { status, body } = await app.call(getFeedback[role], { token, query: { id } })
    expect([status, body]).toEqual([404, { message: reviewRefusals.unknown.message }])
  }
})

test('texts have limits, with a message that says so', async () => {
  const { save, reply, read } = await start()
  const most = 'x'.repeat(10_000)
  expect((await save({ mark, feedback: most, note: most })).status).toBe(200)
  for (const wrong of [{ feedback: `${most}x` }, { note: `${most}x` }]) {
    expect(await save({ mark, ...wrong })).toMatchObject({
      status: 400,
      body: { message: 'This is too long' },
    })
  }
  for (const [text, message] of [
    ['x'.repeat(4_001), 'This is too long'],
    ['  \n', 'Please write a reply'],
  ] as const) {
    expect(await reply(text)).toMatchObject({ status: 400, body: { message } })
  }
  expect((await reply('y'.repeat(4_000))).status).toBe(200)
  expect(await read('admin')).toMatchObject({ feedback: most, note: most })
})

test('the student replies once; reviewer and advisor are notified and read it', async () => {
  const { app, save, read, reply, notified } = await start()
  expect(await reply('Thank you')).toMatchObject({
    status: 409,
    body: { message: feedbackRefusals.none.message },
  })
  await save({ mark, feedback: 'Well done', note: 'Looked tired' })
  const stranger = await makePerson(app, 'student')
  expect((await reply('Thank you', stranger)).status).toBe(404)
  expect(await reply(' Thank you ')).toMatchObject({
    status: 200,
    body: { message: 'Your reply was sent.' },
  })
  for (const role of ['advisor', 'reviewer'] as const) {
    const [latest] = await notified(role)
    expect(latest).toBe('Sofía replied to the feedback on the week 03 review.')
  }
  const answered = { text: 'Thank you', at: new Date(monday).toISOString() }
  for (const role of ['student', 'advisor', 'reviewer', 'admin'] as const) {
    expect((await read(role)).reply).toEqual(answered)
  }
  expect(await reply('And more')).toMatchObject({
    status: 409,
    body: { message: feedbackRefusals.replied.message },
  })
  // New feedback leaves the reply as it is.
  await save({ mark, feedback: 'Very well done' })
  expect(await read()).toMatchObject({ feedback: 'Very well done', reply: answered })
})

test('a student’s own data has the feedback without the note, which an admin can give them', async () => {
  const { app, save, reply, student, admin } = await start()
  await save({ mark, feedback: 'Well done', note: 'Looked tired' })
  await reply('Thank you')
  const own = await app.call(getOwnData.student, { token: student.token })
  const rowsOf = ({ parts }: typeof own.body) => parts.find(({ part }) => part === 'feedback')?.rows
  expect(rowsOf(own.body)).toMatchObject([{ text: 'Well done', reply: 'Thank you' }])
  expect(JSON.stringify(own.body)).not.toContain('Looked tired')
  const query = { id: student._id }
  const all = await app.call(getPersonData, { token: admin.token, query })
  expect(rowsOf(all.body)).toMatchObject([{ text: 'Well done', note: 'Looked tired' }])
})

test('the audit log says what was written before and after', async () => {
  const { app, save, reply, admin } = await start()
  await save({ mark, feedback: 'Well done' })
  await save({ mark, feedback: 'Very well done', note: 'Looked tired' })
  await save({ mark, feedback: 'Very well done' })
  await reply('Thank you')
  const { body } = await app.call(listAuditLog, { token: admin.token })
  expect(body.map(({ deed, before, after }) => [deed, before, after])).toEqual([
    ['feedback-replied', { feedback_reply: null }, { feedback_reply: 'Thank you' }],
    [
      'feedback-saved',
      { feedback: 'Well done', note: '' },
      { feedback: 'Very well done', note: 'Looked tired' },
    ],
    ['feedback-saved', { feedback: '' }, { feedback: 'Well done' }],
    ['marked', expect.anything(), expect.anything()],
  ])
})

test('a review with feedback says nothing of it in its own fields', async () => {
  const { app, save, student, id } = await start()
  await save({ mark, feedback: 'Well done', note: 'Looked tired' })
  const { body } = await app.call(getWeeklyReview, { token: student.token, query: { week: id } })
  expect(JSON.stringify(body)).not.toMatch(/Well done|Looked tired/)
})
