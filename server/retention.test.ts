import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { getCallRecord } from '#contract/calls/call-record.ts'
import { callClientEvents } from '#contract/calls/calls.ts'
import { addDomain } from '#contract/domains/domains.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { getInstantAt } from '#contract/kit/time/zone.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { type DeleteBatch, deleteExpired, startRetention } from '#server/kit/ops/retention.ts'
import { invitePerson } from '#test/accounts/onboard.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { canShareDatabase, makeJoinedReview, startLiveApp } from '#test/live-app.ts'
import { invitation, queueMail } from '#test/mail/mails.ts'
import { newId } from './kit/id.ts'
import { retentionRules } from './retention.ts'

const sweep = ({ context }: TestApp) => deleteExpired(context, retentionRules)

/** An entry of the audit log, as it would stand there from an instant on. */
function lineAt(at: number) {
  return {
    id: newId(),
    at,
    person_id: null,
    call: 'POST /admin/add-domain',
    address: '::1',
    request_id: 'r',
    kind: 'domains' as const,
    subject_id: 'd',
    before: null,
    after: null,
  }
}

async function addLines({ context }: TestApp, instants: number[]) {
  await context.db.insertInto('audit_log').values(instants.map(lineAt)).execute()
}

async function readLines({ context }: TestApp): Promise<number[]> {
  const rows = await context.db.selectFrom('audit_log').select('at').orderBy('at').execute()
  return rows.map(({ at }) => at)
}

/** Noon in New York, so that the day began at five in the morning of UTC. */
const boundary = getInstantAt('2024-03-02', '00:00', 'America/New_York')

test('the audit log loses whole days past its retention, and nothing younger', async () => {
  const app = await startApp()
  await addLines(app, [boundary - 200 * dayMs, boundary - 1, boundary, monday])
  await sweep(app)
  expect(await readLines(app)).toEqual([boundary, monday])
  app.context.settings.trailDays = 30
  await sweep(app)
  expect(await readLines(app)).toEqual([monday])
})

test('the database itself refuses to delete younger audit entries or change any', async () => {
  const app = await startApp()
  const { db } = app.context
  const refused = 'only ever added'
  await addLines(app, [boundary - 1])
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(refused)
  await sweep(app)
  await addLines(app, [boundary - 1, boundary, monday])
  for (const statement of [
    sql`delete from audit_log`,
    sql`delete from audit_log where at >= ${boundary}`,
    sql`update audit_log set call = 'nothing'`,
    sql`update audit_log set call = 'nothing' where at < ${boundary}`,
  ]) {
    await expect(statement.execute(db)).rejects.toThrow(refused)
  }
  for (const bound of [Date.now(), Date.now() - 29 * dayMs]) {
    await expect(sql`update retention set deleted_until = ${bound}`.execute(db)).rejects.toThrow(
      '30 days at least',
    )
    await expect(
      sql`insert into retention (name, deleted_until) values ('trail ', ${bound})`.execute(db),
    ).rejects.toThrow('30 days at least')
  }
  expect(await readLines(app)).toEqual([boundary - 1, boundary, monday])
})

test('large deletions run in batches, with other changes in between', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  await addLines(
    app,
    Array.from({ length: 450 }, (_, index) => boundary - 1 - index),
  )
  const [added] = await Promise.all([
    app.call(addDomain, { token, body: { name: 'Robotics' } }),
    sweep(app),
  ])
  expect(added.status).toBe(200)
  expect(await app.call(listAuditLog, { token })).toMatchObject({
    body: [{ after: { name: 'Robotics' } }],
  })
})

test('sent emails are deleted after 30 days, unsent ones after 90', async () => {
  const app = await startApp()
  const { db } = app.context
  const write = (recipient: string) => queueMail(app, { ...invitation, recipient })
  await write('sent long ago')
  await write('sent later')
  const sentAt = (recipient: string, sent_at: number) =>
    db.updateTable('outbox').set({ sent_at, body: '' }).where('recipient', '=', recipient).execute()
  await sentAt('sent long ago', monday)
  await sentAt('sent later', monday + dayMs)
  await write('given up')
  app.time.now += 30 * dayMs
  await write('waits')
  const left = async () => {
    await sweep(app)
    const rows = await db.selectFrom('outbox').select('recipient').orderBy('id').execute()
    return rows.map(({ recipient }) => recipient)
  }
  expect(await left()).toEqual(['sent later', 'given up', 'waits'])
  app.time.now = monday + 90 * dayMs
  expect(await left()).toEqual(['waits'])
})

test('expired sessions, invitations and links to a new password are deleted', async () => {
  const app = await startApp()
  const { db } = app.context
  const { _id } = await makePerson(app, 'student')
  await invitePerson(app, 'student')
  await db
    .insertInto('password_resets')
    .values({
      person_id: _id,
      secret_hash: 'x',
      expires_at: monday + dayMs,
      asked_at_login: null,
    })
    .execute()
  const count = async () => {
    await sweep(app)
    const tables = ['sessions', 'invitations', 'password_resets'] as const
    const rows = tables.map((table) => db.selectFrom(table).selectAll().execute())
    return (await Promise.all(rows)).map(({ length }) => length)
  }
  const [sessions] = await count()
  expect(await count()).toEqual([sessions, 1, 1])
  app.time.now += dayMs
  expect(await count()).toEqual([sessions, 1, 0])
  app.time.now += 6 * dayMs
  expect(await count()).toEqual([0, 0, 0])
})

test('the record of a call is deleted, and the time together stays', async () => {
  const app = await startLiveApp()
  const { room, student, reviewer, people } = await makeJoinedReview(app)
  await student.send(callClientEvents.chat, { room, text: 'hello' })
  app.time.now += 10 * minuteMs
  await student.send(callClientEvents.leave, { room })
  await reviewer.send(callClientEvents.leave, { room })
  await app.context.db
    .insertInto('review_drafts')
    .values({
      review_id: room,
      reviewer_id: null,
      mark: null,
      pending_task: '[]',
      saved_at: monday,
    })
    .execute()
  app.context.settings.callRecordDays = 5
  const read = async () => {
    await sweep(app)
    const { token } = people.advisor
    return (await app.call(getCallRecord.advisor, { token, query: { id: room } })).body
  }
  app.time.now = monday + 5 * dayMs
  await app.context.db.updateTable('sessions').set({ used_at: app.time.now }).execute()
  expect(await read()).toMatchObject({
    events: { length: 4 },
    chat: { length: 1 },
    isDeleted: false,
    togetherSeconds: 600,
  })
  app.time.now += 12 * hourMs
  expect(await read()).toMatchObject({
    events: [],
    chat: [],
    isDeleted: true,
    togetherSeconds: 600,
  })
  expect(await app.context.db.selectFrom('review_drafts').selectAll().execute()).toEqual([])
})

test('an existing school is warned for 30 days before the first deletion', async () => {
  const app = await startApp()
  const from = monday + 30 * dayMs
  await app.context.db
    .insertInto('facts')
    .values({ name: 'deletes from', value: String(from) })
    .execute()
  await addLines(app, [boundary - 1])
  const readNotified = async () => {
    const { token } = await makePerson(app, 'admin')
    return (await app.call(getSchoolSummary, { token })).body.firstDeletion
  }
  expect(await readNotified()).toEqual({
    from: new Date(from).toISOString(),
    trailDays: 730,
    callRecordDays: 730,
  })
  app.time.now = from - 1
  await sweep(app)
  expect(await readLines(app)).toEqual([boundary - 1])
  app.time.now = from
  await sweep(app)
  expect(await readLines(app)).toEqual([])
  expect(await readNotified()).toBeNull()
})

test('a server deletes expired rows once it listens, and logs what it will delete', async () => {
  const app = await startApp()
  await addLines(app, [boundary - 1])
  const start = async () => {
    const lines: string[] = []
    const logger = { level: 'warn', stream: { write: (line: string) => lines.push(line) } }
    const server = Fastify({ logger })
    onTestFinished(() => server.close())
    startRetention(server, app.context, retentionRules)
    await server.listen({ host: '127.0.0.1', port: 0 })
    return lines
  }
  expect(await start()).toEqual([])
  await expect.poll(() => readLines(app)).toEqual([])
  const value = String(monday + dayMs)
  await app.context.db.insertInto('facts').values({ name: 'deletes from', value }).execute()
  const lines = await start()
  await expect.poll(() => lines.length).toBe(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    from: '2026-03-03T17:00:00.000Z',
    trailDays: 730,
    callRecordDays: 730,
  })
})

test('a kind of rows that cannot be deleted keeps no others, and is tried again after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const app = await startApp()
  await addLines(app, [boundary - 1])
  let tried = 0
  const fails: DeleteBatch = async () => {
    tried += 1
    if (tried === 1) throw new Error('a row is damaged')
    return 0
  }
  const lines: string[] = []
  const logger = { level: 'error', stream: { write: (line: string) => lines.push(line) } }
  const server = Fastify({ logger })
  onTestFinished(() => server.close())
  startRetention(server, app.context, [fails, ...retentionRules])
  await server.listen({ host: '127.0.0.1', port: 0 })
  await vi.waitFor(() => expect(lines.join()).toContain('a row is damaged'), 30_000)
  expect(await readLines(app)).toEqual([])

  for (const [later, tries] of [
    [minuteMs, 2],
    [dayMs - 1, 2],
    [1, 3],
    // The clock is set back.
    [-hourMs, 4],
  ] as const) {
    app.time.now += later
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(minuteMs)
      expect(tried).toBe(tries)
    }, 30_000)
  }
})

// SQLite has one writer at a time.
if (canShareDatabase) {
  test('only one process deletes at a time', async () => {
    const app = await startApp()
    await addLines(app, [boundary - 1])
    await app.context.db.transaction().execute(async (other) => {
      await sql`select pg_advisory_xact_lock(hashtext('deletion of old rows'))`.execute(other)
      await sweep(app)
      expect(await readLines(app)).toEqual([boundary - 1])
    })
    await sweep(app)
    expect(await readLines(app)).toEqual([])
  })
}

test('the record of a removed slot is deleted a day after its start', async () => {
  const app = await startApp()
  const { _id: reviewer_id } = await makePerson(app, 'reviewer')
  const { db } = app.context
  const instants = [monday - dayMs - 1, monday - dayMs, monday + dayMs]
  const rows = instants.map((starts_at) => ({ reviewer_id, starts_at, ends_at: starts_at + 1 }))
  await db.insertInto('removed_slots').values(rows).execute()
  await sweep(app)
  const left = await db.selectFrom('removed_slots').select('starts_at').execute()
  expect(left.map(({ starts_at }) => starts_at)).toEqual([monday + dayMs])
})
