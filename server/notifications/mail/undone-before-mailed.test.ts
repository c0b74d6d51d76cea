import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import {
  holdAndMark,
  letStudentGoOn,
  readNewMails,
  startBookedSchoolWithMailsSent,
} from '#test/mail/notification-mails.ts'

test('a change undone before it was emailed is not emailed', async () => {
  const of = await startBookedSchoolWithMailsSent()
  await holdAndMark(of)
  await letStudentGoOn(of)
  await of.app.send('PUT', '/advisor/undo-decision', {
    token: of.advisor.token,
    body: { value: { reviewId: of.id } },
  })
  of.app.time.now += 5 * minuteMs
  const toStudent = (await readNewMails(of)).filter((one) => one.includes(` to ${of.student.name}`))
  expect(toStudent).toEqual([`marked to ${of.student.name}: Your week 01 review has been marked`])
})

test('an undone decision is emailed to those who were emailed the decision, and names it', async () => {
  const of = await startBookedSchoolWithMailsSent()
  await letStudentGoOn(of)
  of.app.time.now += 5 * minuteMs
  await readNewMails(of)
  await of.app.send('PUT', '/advisor/undo-decision', {
    token: of.advisor.token,
    body: { value: { reviewId: of.id } },
  })
  const toStudent = (await readNewMails(of)).filter((one) => one.includes(` to ${of.student.name}`))
  expect(toStudent).toEqual([
    `begun to ${of.student.name}: You move on to week 02`,
    `undone to ${of.student.name}: The decision on your week 01 review was undone`,
  ])
})

test('a request that was withdrawn or granted before it was emailed is neither emailed nor unread', async () => {
  const of = await startBookedSchoolWithMailsSent()
  const { app, advisor } = of
  const toAdvisor = async () => {
    app.time.now += 5 * minuteMs
    const all = await readNewMails(of)
    await app.context.db.deleteFrom('outbox').execute()
    return all.filter((one) => one.includes(` to ${advisor.name}`))
  }
  const unread = async () => {
    const { body } = await app.call(listNotifications.advisor, { token: advisor.token, query: {} })
    return body.filter(({ read }) => !read).map(({ text }) => text.split(': ')[1])
  }
  await of.ask([], 'An exam')
  await of.withdraw()
  expect(await toAdvisor()).toEqual([])
  await of.ask([], 'A journey')
  await of.ask([], 'A wedding')
  expect(await unread()).toEqual(['A wedding.'])
  expect(await toAdvisor()).toEqual([
    `asked to ${advisor.name}: ${of.student.name} asked to reschedule the week 01 review`,
  ])
  await of.ask([of.ofOther], 'A bus')
  await of.move()
  expect(await unread()).toEqual([])
  expect(await toAdvisor()).toEqual([])
})

type Of = Awaited<ReturnType<typeof startBookedSchoolWithMailsSent>>

/** Makes a change of the student's course, as an admin or as the advisor. */
const change = async (
  { app, student, ...of }: Of,
  role: 'admin' | 'advisor',
  what: string,
  value: object,
) => {
  const { token } = of[role]
  const body = { value: { id: student._id, ...value } }
  expect((await app.send('PUT', `/${role}/${what}-student`, { token, body })).status).toBe(200)
}

const changeMany = async ({ app, admin: { token }, student }: Of, value: object) => {
  const body = { ids: [student._id], ...value }
  const sent = await app.send('PATCH', '/admin/change-many-student', { token, body })
  expect([sent.status, sent.body]).toMatchObject([200, { done: [student._id] }])
}

/** The mails about the course, five minutes later. */
const mailedLater = async (of: Of) => {
  of.app.time.now += 5 * minuteMs
  return (await readNewMails(of)).filter((one) => /^(enrolment|several)/.test(one))
}

const graduated = { outcome: 'graduated' }
const ill = { reason: 'Ill' }

test.each<[string, (of: Of) => Promise<void>, (of: Of) => Promise<void>]>([
  [
    'an end that is undone',
    (of) => change(of, 'admin', 'finish', graduated),
    (of) => change(of, 'admin', 'reopen', { undo: true }),
  ],
  [
    'an end that the advisor undoes',
    (of) => change(of, 'admin', 'finish', graduated),
    (of) => change(of, 'advisor', 'reopen', { undo: true }),
  ],
  [
    'an end before the course is reopened',
    (of) => change(of, 'admin', 'finish', { outcome: 'left' }),
    (of) => change(of, 'admin', 'reopen', {}),
  ],
  [
    'an end of many that is undone',
    (of) => changeMany(of, { action: 'finish', ...graduated }),
    (of) => changeMany(of, { action: 'undo-finish' }),
  ],
  [
    'a pause that is undone',
    (of) => change(of, 'admin', 'pause', ill),
    (of) => change(of, 'admin', 'resume', { undo: true }),
  ],
  [
    'a pause before the course is resumed',
    (of) => change(of, 'admin', 'pause', ill),
    (of) => change(of, 'admin', 'resume', {}),
  ],
  [
    'a pause of many that is undone',
    (of) => changeMany(of, { action: 'pause', ...ill }),
    (of) => changeMany(of, { action: 'undo-pause' }),
  ],
])('%s is not emailed, unless it was emailed before', async (_, begin, end) => {
  const of = await startBookedSchoolWithMailsSent()
  await begin(of)
  await end(of)
  expect(await mailedLater(of)).toEqual([])
  await begin(of)
  const first = await mailedLater(of)
  expect(first).toHaveLength(2)
  await end(of)
  const all = await mailedLater(of)
  const continues = `enrolment-changed to ${of.student.name}: Your course continues`
  expect(all).toContain(continues)
})

test('a course that was reopened is emailed if it ends and that is undone', async () => {
  const of = await startBookedSchoolWithMailsSent()
  await change(of, 'admin', 'finish', graduated)
  expect(await mailedLater(of)).toHaveLength(2)
  await change(of, 'admin', 'reopen', {})
  await change(of, 'admin', 'finish', graduated)
  await change(of, 'admin', 'reopen', { undo: true })
  const toStudent = (await mailedLater(of)).filter((one) => one.includes(` to ${of.student.name}`))
  expect(toStudent).toEqual([
    `enrolment-changed to ${of.student.name}: You have graduated`,
    `enrolment-changed to ${of.student.name}: Your course continues`,
  ])
})
