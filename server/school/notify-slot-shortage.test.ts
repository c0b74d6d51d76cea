import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { mailNotifications } from '#server/notifications/mail/mail-notifications.ts'
import { monday } from '#test/app.ts'
import { makeRefuseRows } from '#test/databases/refuse-rows.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { startBookedSchool } from '#test/schools/booked.ts'
import { notifySlotShortage, startSlotShortageLoop } from './notify-slot-shortage.ts'

type Reader = { _id: string; token: string }

const tomorrow = monday + dayMs

/**
 * A school with two free slots in a domain, in which as many reviews wait that are due tomorrow.
 */
async function startTight() {
  const of = await startBookedSchool()
  const { app, domain } = of
  for (const _ of [1, 2]) {
    const student = await makePerson(app, 'student', { domain })
    await makeReview(app, { student, dueAt: tomorrow })
  }
  const read = async (role: 'reviewer' | 'admin' | 'advisor', { token }: Reader) => {
    const { body } = await app.call(listNotifications[role], { token, query: {} })
    return body.filter(({ kind }) => kind === 'slots-short')
  }
  return { ...of, read, look: () => notifySlotShortage(app.context) }
}

test('a domain’s reviewers and the admins are notified of a slot shortage, once a day', async () => {
  const { app, domain, look, read, ...people } = await startTight()
  const { student, advisor } = people
  await look()
  expect(await read('admin', people.admin)).toEqual([])
  await people.book({ slot: people.later, reviewId: await makeReview(app, { student, advisor }) })
  await look()
  const text = `Slots are running short in ${domain.name}: 2 reviews are due by Tue 3 Mar, and 1 slot is free until then.`
  const short = { kind: 'slots-short', text, read: false }
  expect(await read('admin', people.admin)).toMatchObject([
    { ...short, path: '/admin/reviewer-list' },
  ])
  for (const reviewer of [people.reviewer, people.other]) {
    expect(await read('reviewer', reviewer)).toMatchObject([
      { ...short, path: '/reviewer/availability' },
    ])
  }
  expect(await read('advisor', people.advisor)).toEqual([])
  app.time.now += hourMs / 2
  await Promise.all([look(), look()])
  expect(await read('admin', people.admin)).toHaveLength(1)
  app.time.now = monday + dayMs - hourMs
  await look()
  expect(await read('admin', people.admin)).toHaveLength(2)
})

test('reviews due after the bookable days are no shortage yet', async () => {
  const { app, admin, cancel } = await startBookedSchool()
  const readNotified = async () => {
    await notifySlotShortage(app.context)
    const { body } = await app.call(listNotifications.admin, { token: admin.token, query: {} })
    return body.filter(({ kind }) => kind === 'slots-short').map(({ text }) => text)
  }
  await cancel('advisor')
  await app.context.db.deleteFrom('slots').execute()
  expect(await readNotified()).toEqual([])
  // Due next Monday, which on Saturday is the last of the three days.
  app.time.now = monday + 5 * dayMs
  await app.context.db.updateTable('sessions').set({ used_at: app.time.now }).execute()
  expect(await readNotified()).toEqual([
    expect.stringContaining('1 review is due by Mon 9 Mar, and 0 slots are free until then'),
  ])
})

test('reviewers of other domains and blocked people are not notified of a shortage', async () => {
  const { app, look, read, other } = await startTight()
  const stranger = await makePerson(app, 'reviewer')
  const blocked = app.context.db.updateTable('people').set({ blocked_at: monday })
  await blocked.where('id', '=', other._id).execute()
  await look()
  expect(await read('reviewer', stranger)).toEqual([])
  const rows = app.context.db.selectFrom('notifications').select('person_id')
  const readNotified = await rows.where('kind', '=', 'slots-short').execute()
  expect(readNotified.map(({ person_id }) => person_id)).not.toContain(other._id)
  expect(readNotified).toHaveLength(2)
})

test('nobody is notified at night, or with a slot for each review', async () => {
  const { app, look, read, admin, reviewer } = await startTight()
  await look()
  expect(await read('admin', admin)).toEqual([])
  await makeReview(app, { student: await makePerson(app, 'student'), dueAt: tomorrow })
  app.time.now = Date.parse('2026-03-03T12:59:59Z')
  await look()
  expect(await read('admin', admin)).toEqual([])
  app.time.now += 1_000
  await makeSlot(app, reviewer, app.time.now + hourMs)
  await look()
  const readNotified = (await read('admin', admin)).map(({ text }) => text)
  // The other domain has nobody who reviews it.
  expect(readNotified).toContainEqual(
    expect.stringContaining('1 review is due by Wed 4 Mar, and 0 slots are free'),
  )
  expect(readNotified).toHaveLength(2)
})

/** The same school once a review more waits than slots are free. */
async function startShort() {
  const of = await startTight()
  const { student, advisor, later } = of
  await of.book({ slot: later, reviewId: await makeReview(of.app, { student, advisor }) })
  return of
}

test('a domain whose shortage cannot be notified of does not keep others from theirs', async () => {
  const { app, domain, look, read, admin } = await startShort()
  const second = await makeDomain(app, 'Zoology')
  const student = await makePerson(app, 'student', { domain: second })
  await makeReview(app, { student, dueAt: tomorrow })
  const others = { table: 'daily_notifications', column: 'about', allowed: `<> '${domain._id}'` }
  await makeRefuseRows(app, others).refuse()
  await expect(look()).rejects.toThrow('not all shortages were notified of')
  expect(await read('admin', admin)).toMatchObject([
    { text: expect.stringContaining('running short in Zoology') },
  ])
})

test('a server started after that hour notifies at once, and once', async () => {
  const { app, read, admin } = await startShort()
  for (const _ of ['a start', 'another one']) {
    const server = Fastify()
    onTestFinished(() => server.close())
    startSlotShortageLoop(server, app.context)
    await expect.poll(() => read('admin', admin)).toHaveLength(1)
  }
})

test('a shortage not emailed by the next morning is dropped, as that day has its own', async () => {
  const { app, look, admin } = await startShort()
  await look()
  app.time.now = monday + dayMs - hourMs
  await app.context.db.updateTable('reviews').set({ due_at: app.time.now }).execute()
  await look()
  app.time.now += hourMs
  await mailNotifications(app.context)
  const mails = app.context.db.selectFrom('outbox').select(['kind', 'recipient'])
  const toAdmin = await mails.where('recipient', '=', admin.email).execute()
  expect(toAdmin).toMatchObject([{ kind: 'slots-short' }])
})
