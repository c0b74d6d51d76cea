import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockUnblock, login } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { makeCalendarLink } from '#contract/calendar/feed.ts'
import { finishStudent } from '#contract/enrolment.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { editProfile } from '#contract/people/edit-profile.ts'
import { getPerson, listPeople } from '#contract/people/people.ts'
import { erasePerson } from '#contract/privacy/erase-person.ts'
import { getPersonData } from '#contract/privacy/privacy.ts'
import { getReview } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import type { Role } from '#contract/roles.ts'
import { isPostgres } from '#server/database/connect.ts'
import { inTransaction } from '#server/kit/context.ts'
import { enqueueMail } from '#server/kit/mail/outbox.ts'
import { claimDue } from '#server/kit/mail/queries.ts'
import { createMailer } from '#server/kit/mail/send-due-mails.ts'
import { makeApiToken } from '#test/accounts/api-token.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { invitation, makeMailerOptions } from '#test/mail/mails.ts'
import { readRows } from '#test/rights/rows.ts'
import { eraseLeftoversFromFiles } from './erase-from-files.ts'

async function start() {
  const options = makeMailerOptions()
  const app = await startApp({ dataDir: options.dataDir })
  const mailer = createMailer(app.context, options)
  const admin = await makePerson(app, 'admin', { name: 'Grace' })
  const erase = (id: string, name: string, key?: string) =>
    app.call(erasePerson, {
      token: admin.token,
      body: { value: { id, name } },
      ...(key !== undefined && { key }),
    })
  const add = (role: Role, name: string) => makePerson(app, role, { name })
  return { app, admin, options, mailer, erase, add }
}

/** Everything that is stored: all rows, and the files of the folders, the database's too. */
async function readStored(app: TestApp): Promise<string> {
  const { dataDir, database } = app.context.settings
  const folders = [join(dataDir, 'outbox')]
  if (database.kind === 'sqlite') folders.push(dirname(database.file))
  const files = folders.flatMap((folder) => {
    const names = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile())
    return names.map(({ name }) => readFileSync(join(folder, name), 'utf8'))
  })
  return [JSON.stringify(await readRows(app)), ...files].join('\n')
}

test('nothing that tells who a student was is left in any table or file; marks and dates stay', async () => {
  const { app, admin, mailer, erase, add } = await start()
  const [advisor, reviewer] = [await add('advisor', 'Ada'), await add('reviewer', 'Priya')]
  const student = await add('student', 'Sofía Demir')
  const { token, _id: id, email } = student
  const apiToken = await makeApiToken(app, id, { name: 'Her own timetable' })
  await app.call(editProfile.student, {
    token: apiToken.token,
    body: { number: '5550009999', address: '12 Nowhere Street' },
  })
  await app.call(editPerson.student, {
    token: admin.token,
    key: 'edited',
    body: { value: { id, email: 'sofia@elsewhere.test', week: 2 } },
  })
  const review = await makeReview(app, { student, advisor, week: 2 })
  const slot = await makeSlot(app, reviewer, monday + 30 * hourMs)
  const booking = { reviewId: review, reviewer: reviewer._id, slot }
  await app.call(bookSlot.advisor, { token: advisor.token, body: { value: booking } })
  await app.call(cancelBooking.advisor, {
    token: advisor.token,
    body: { value: { reviewId: review, reason: 'She has the measles' } },
  })
  await app.call(makeCalendarLink.student, { token })
  await app.call(login.student, { body: { email: 'sofia@elsewhere.test', password: 'not this' } })
  await insertTexts(app, { review, student: id, reviewer: reviewer._id })
  await mailer.deliver()
  const texts = [
    ...['Sofía', 'Demir', 'sofia', email, 'sofia@elsewhere.test', '5550009999', 'Nowhere'],
    ...['measles', 'Dear chat', 'My draft', 'Learn loops', '203.0.113.9'],
    ...[
      'Her own timetable',
      'Ticked',
      'Dear reviewer',
      'sofi.test',
      'Well explained',
      'Often late',
      'I will',
    ],
  ]
  const before = await readStored(app)
  for (const text of texts) expect(before, text).toContain(text)

  const { status, body } = await erase(id, ' Sofía Demir ', 'once')
  expect([status, body]).toEqual([
    200,
    {
      name: 'Erased person 1',
      message: 'Erased. What remains is under the name ‘Erased person 1’.',
    },
  ])
  const after = await readStored(app)
  for (const text of texts) expect(after.includes(text), text).toBe(false)
  // A retry changes nothing, and is answered alike.
  expect((await erase(id, ' Sofía Demir ', 'once')).body).toEqual(body)

  const { body: left } = await app.call(getReview, { token: admin.token, query: { id: review } })
  expect(left).toMatchObject({
    week: 2,
    isClosed: true,
    student: { name: 'Erased person 1' },
    pendingTask: [],
    advisor: { name: 'Ada' },
  })
  // Nobody else's texts went with them.
  expect(after).toContain('Priya')
  expect(after).toContain(reviewer.email)
})

test('files that a crash right after an erasure left are removed at the next start', async () => {
  const { app, mailer, erase, add, options } = await start()
  const student = await add('student', 'Sofía Demir')
  const other = await add('student', 'Lars Quist')
  for (const { _id: personId, email: recipient } of [student, other]) {
    await inTransaction(app.context, (tx) =>
      enqueueMail(tx, { ...invitation, personId, recipient }),
    )
  }
  await mailer.deliver()
  const folder = join(options.dataDir, 'outbox')
  const files = readdirSync(folder).map((name) => join(folder, name))
  const texts = files.map((file) => readFileSync(file))
  await erase(student._id, 'Sofía Demir')
  for (const [place, file] of files.entries()) writeFileSync(file, texts[place] ?? '')
  await eraseLeftoversFromFiles(app.context)
  const left = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(left).toHaveLength(1)
  expect(left[0]).toContain(other.email)
})

test('a start goes on if another process removes a left file at the same time', async () => {
  const { app, options } = await start()
  const folder = join(options.dataDir, 'outbox')
  mkdirSync(folder)
  for (const name of ['one.eml', 'other.eml']) writeFileSync(join(folder, name), '')
  const clock = () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name))
    return app.time.now
  }
  await eraseLeftoversFromFiles({ ...app.context, clock })
  expect(readdirSync(folder)).toEqual([])
})

test('no page of the embedded database has remains of rows that were moved, not even after a crash', async () => {
  const { app, erase, add } = await start()
  const { context } = app
  if (isPostgres(context.db)) return
  const free = async () => {
    const { rows } = await sql<{ free: number }>`
      select freelist_count as free from pragma_freelist_count`.execute(context.db)
    return rows[0]?.free
  }
  const leavePages = async () => {
    await sql`create table old as select 1`.execute(context.db)
    await sql`drop table old`.execute(context.db)
  }
  const student = await add('student', 'Sofía Demir')
  await leavePages()
  expect(await free()).toBeGreaterThan(0)
  await erase(student._id, 'Sofía Demir')
  expect(await free()).toBe(0)
  // What was erased is gone, so the next start has nothing to do.
  await leavePages()
  await eraseLeftoversFromFiles(context)
  expect(await free()).toBeGreaterThan(0)
  await sql`pragma user_version = 0`.execute(context.db)
  await eraseLeftoversFromFiles(context)
  expect(await free()).toBe(0)
})

/** Texts of a student that take a whole call to make, or a browser. */
async function insertTexts(
  { context: { db } }: TestApp,
  { review, student, reviewer }: { review: string; student: string; reviewer: string },
) {
  const line = { review_id: review, at: monday }
  await db
    .insertInto('chat_lines')
    .values([
      { ...line, id: 'c1', person_id: student, text: 'Dear chat' },
      { ...line, id: 'c2', person_id: reviewer, text: 'Sofía, can you hear me?' },
    ])
    .execute()
  await db
    .insertInto('review_drafts')
    .values({
      review_id: review,
      reviewer_id: reviewer,
      mark: null,
      pending_task: '["My draft"]',
      saved_at: monday,
    })
    .execute()
  await db
    .insertInto('work')
    .values({
      review_id: review,
      ticks: '["Ticked"]',
      note: 'Dear reviewer',
      saved_at: monday,
      links: '[{"kind":"other","url":"https://sofi.test","note":""}]',
    })
    .execute()
  await db
    .insertInto('feedback')
    .values({
      review_id: review,
      text: 'Well explained',
      note: 'Often late',
      saved_at: monday,
      reply: 'I will',
      replied_at: monday,
    })
    .execute()
  await db
    .updateTable('reviews')
    .set({ pending_task: '["Learn loops"]' })
    .where('id', '=', review)
    .execute()
  await db
    .updateTable('sessions')
    .set({ user_agent: 'Demir’s phone', address: '203.0.113.9' })
    .where('person_id', '=', student)
    .execute()
}

test('somebody who is erased cannot sign in, is in no list, and their email is free', async () => {
  const { app, admin, erase, add } = await start()
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    const { _id: id, name, email, token } = await add(role, `Some ${role}`)
    expect((await erase(id, name)).status).toBe(200)
    const { body: listed } = await app.call(listPeople[role], { token: admin.token })
    expect(listed).toEqual([])
    for (const { status } of [
      await app.call(getPerson, { token: admin.token, query: { id } }),
      await app.call(getPersonData, { token: admin.token, query: { id } }),
      await app.call(blockUnblock[role], { token: admin.token, body: { id, action: 'unblock' } }),
      await erase(id, name),
    ]) {
      expect(status).toBe(404)
    }
    expect(
      (await app.send('GET', `/${role === 'student' ? '' : `${role}/`}notices`, { token })).status,
    ).toBe(401)
    await makePerson(app, role, { email })
  }
})

test('the audit log says who erased whom, by the stub’s name, and keeps who did what', async () => {
  const { app, admin, erase, add } = await start()
  const advisor = await add('advisor', 'Ada Lovelace')
  const { _id: id } = await add('student', 'Lars')
  const { token } = advisor
  await app.call(editProfile.advisor, { token, body: { number: '5550001111', address: 'Here' } })
  await erase(id, 'Lars')
  await erase(advisor._id, 'Ada Lovelace')
  const { body: entries } = await app.call(listAuditLog, { token: admin.token })
  expect(
    entries.map(({ who, deed, about, after }) => [who?.name, deed, about.name, after]),
  ).toEqual([
    ['Grace', 'person-erased', 'Erased person 2', { erased_at: monday }],
    ['Grace', 'person-erased', 'Erased person 1', { erased_at: monday }],
    ['Erased person 2', 'profile-changed', 'Erased person 2', { number: '…', address: '…' }],
  ])
  expect(entries.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1', ''])
})

test('the audit log still tells whether an erased student has graduated', async () => {
  const { app, admin, erase, add } = await start()
  const { _id: id } = await add('student', 'Lars')
  const value = { id, outcome: 'graduated' as const }
  await app.call(finishStudent.admin, { token: admin.token, body: { value } })
  await erase(id, 'Lars')
  const { body: entries } = await app.call(listAuditLog, { token: admin.token })
  const [finished] = entries.filter(({ deed }) => deed === 'finished')
  expect(finished?.after).toMatchObject({ outcome: 'graduated' })
})

test('a person is erased only with their name, and only by an admin', async () => {
  const { app, admin, erase, add } = await start()
  const { _id: id, token } = await add('student', 'Lars')
  for (const name of ['', 'lars', 'Lars Larsen']) {
    const { status, body } = await erase(id, name)
    expect([status, body]).toEqual([
      400,
      {
        message: 'Type the name exactly as it is shown',
        errors: { name: 'Type the name exactly as it is shown' },
      },
    ])
  }
  const unknown = await erase('nobody', 'Lars')
  expect([unknown.status, unknown.body]).toEqual([404, { message: 'This person does not exist' }])
  const own = await erase(admin._id, 'Grace')
  expect([own.status, own.body]).toEqual([
    409,
    { message: 'You cannot erase your own account. Ask another admin.' },
  ])
  const body = { value: { id, name: 'Lars' } }
  expect((await app.call(erasePerson, { token, body })).status).toBe(401)
  for (const bad of [{}, { value: { id } }, { value: { id: 1, name: 'Lars' } }]) {
    const sent = await app.send('PUT', '/admin/erase-person', { token: admin.token, body: bad })
    expect(sent.status).toBe(400)
  }
  expect((await app.call(getPerson, { token: admin.token, query: { id } })).status).toBe(200)
})

test('a booked slot comes first, an advisor hands over first; another admin can be erased', async () => {
  const { app, erase, add } = await start()
  const [advisor, reviewer] = [await add('advisor', 'Ada'), await add('reviewer', 'Priya')]
  const student = await add('student', 'Lars')
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const review = await makeReview(app, { student, advisor, slot })
  const booked = 'There is a booked review. Cancel or hold it first.'
  const hasStudents = 'This advisor still has students. Hand them over first.'
  const refused = async ({ _id, name }: { _id: string; name: string }) => {
    const { status, body } = await erase(_id, name)
    return [status, body.message]
  }
  expect(await refused(student)).toEqual([409, booked])
  expect(await refused(reviewer)).toEqual([409, booked])
  expect(await refused(advisor)).toEqual([409, hasStudents])
  await app.context.db
    .updateTable('reviews')
    .set({ status: 'conducted', marked_at: monday, code: 80 })
    .where('id', '=', review)
    .execute()
  // Its mark stays with the stub, and nobody waits for it any more.
  expect((await erase(student._id, 'Lars')).status).toBe(200)
  expect((await erase(reviewer._id, 'Priya')).status).toBe(200)
  expect((await erase(advisor._id, 'Ada')).status).toBe(200)
  const rows = app.context.db.selectFrom('reviews').select(['code', 'closed_at', 'reviewer_id'])
  expect(await rows.execute()).toEqual([{ code: 80, closed_at: monday, reviewer_id: reviewer._id }])
  const other = await add('admin', 'Other')
  expect((await erase(other._id, 'Other')).body.name).toBe('Erased person 4')
})

test('while an email to a person is being sent they are not erased, and afterwards none is', async () => {
  const { app, mailer, options, erase, add } = await start()
  const { _id: id, email } = await add('student', 'Sofía')
  const post = () =>
    inTransaction(app.context, (tx) =>
      enqueueMail(tx, { ...invitation, personId: id, recipient: email }),
    )
  await post()
  const now = app.time.now
  await claimDue(app.context.db, { now, until: now + 10 * minuteMs, most: 1 })
  const refused = await erase(id, 'Sofía')
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'An email to or about this person is just being sent. Try again in a few minutes.',
  ])
  app.time.now += 11 * minuteMs
  await post()
  // Either may be first; nothing is left of the mails in any case.
  const [, { status }] = await Promise.all([mailer.deliver(), erase(id, 'Sofía')])
  if (status === 409) expect((await erase(id, 'Sofía')).status).toBe(200)
  await mailer.deliver()
  expect(await app.context.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  const left = readdirSync(options.dataDir, { recursive: true, encoding: 'utf8' })
  expect(left.filter((name) => name.endsWith('.eml'))).toEqual([])
})

test('while an email about a person is being sent to somebody else they are not erased', async () => {
  const { app, erase, add } = await start()
  const { _id: id } = await add('student', 'Sofía')
  const content = { title: 'Several news', lines: ['Sofía has graduated.'] }
  await inTransaction(app.context, (tx) =>
    enqueueMail(tx, { ...invitation, kind: 'several-notices', content }),
  )
  const now = app.time.now
  await claimDue(app.context.db, { now, until: now + 10 * minuteMs, most: 1 })
  expect((await erase(id, 'Sofía')).status).toBe(409)
  app.time.now += 11 * minuteMs
  expect((await erase(id, 'Sofía')).status).toBe(200)
  expect(await app.context.db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('somebody of the same name keeps the email that lets them in', async () => {
  const { app, erase, add } = await start()
  const { _id: id } = await add('student', 'Ann Lee')
  await inTransaction(app.context, (tx) =>
    enqueueMail(tx, { ...invitation, content: { title: 'Welcome, Ann Lee', lines: [] } }),
  )
  await erase(id, 'Ann Lee')
  expect(await app.context.db.selectFrom('outbox').select('subject').execute()).toEqual([
    { subject: 'Welcome, Ann Lee' },
  ])
})

test('otherwise nobody changes the audit log, and even then only its texts', async () => {
  const { app, admin, add } = await start()
  const { _id: id, token } = await add('student', 'Lars')
  const profile = { number: '5550001111', address: 'Here' }
  await app.call(editProfile.student, { token, body: profile })
  const { db } = app.context
  const change = (value: { after?: string; at?: number }) =>
    db.updateTable('audit_log').set(value).execute()
  await expect(change({ after: '{}' })).rejects.toThrow(/only ever added to/)
  const erasing = (value: { after?: string; at?: number }) =>
    db.transaction().execute(async (tx) => {
      await tx.insertInto('erasing').values({ person_id: id }).execute()
      await tx.updateTable('audit_log').set(value).execute()
      await tx.deleteFrom('erasing').execute()
    })
  await expect(erasing({ at: 0 })).rejects.toThrow(/only ever added to/)
  await erasing({ after: '{}' })
  const { body } = await app.call(listAuditLog, { token: admin.token })
  expect(body).toMatchObject([{ after: {} }])
})
