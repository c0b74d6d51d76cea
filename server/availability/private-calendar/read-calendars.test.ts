import { expect, test, vi } from 'vitest'
import { readPrivateCalendar } from '#contract/availability/private-calendar.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { openDatabase } from '#server/database/connect.ts'
import { monday } from '#test/app.ts'
import { insertCalendar } from '#test/private-calendar/insert.ts'
import { startWithCalendar } from '#test/private-calendar/school.ts'
import { writeEntries, writeSpan } from '#test/private-calendar/write.ts'

const quarter = 15 * minuteMs
const busyAt = (hours: number) => writeSpan(monday + hours * hourMs, monday + (hours + 1) * hourMs)
const isoAt = (hours: number) => new Date(monday + hours * hourMs).toISOString()

test('a calendar is read every 15 minutes, and each reading replaces the busy times', async () => {
  const { app, server, save, read, listBusy, find } = await startWithCalendar()
  server.answering.body = writeEntries([busyAt(2), busyAt(5)])
  await save()
  await read()
  expect((await listBusy()).map(({ startsAt }) => startsAt)).toEqual([isoAt(2), isoAt(5)])
  server.answering.body = writeEntries([busyAt(4)])
  app.time.now += quarter - 1
  await read()
  expect(server.asked).toHaveLength(1)
  app.time.now += 1
  await read()
  expect((await listBusy()).map(({ startsAt }) => startsAt)).toEqual([isoAt(4)])
  expect(await find()).toMatchObject({
    host: new URL(server.url).host,
    lastFour: '.ics',
    failing: null,
    leftOut: [],
    readAt: new Date(app.time.now).toISOString(),
    nextReadAt: new Date(app.time.now + quarter).toISOString(),
  })
})

test('an unchanged calendar is not sent again, until busy times of new days are needed', async () => {
  const { app, server, save, read, listBusy } = await startWithCalendar()
  const body = writeEntries([[...busyAt(2), 'RRULE:FREQ=DAILY']])
  server.answering.answer = (response, { headers }) =>
    headers['if-none-match'] === '"1"'
      ? response.writeHead(304).end()
      : response.writeHead(200, { etag: '"1"' }).end(body)
  await save()
  await read()
  const count = (await listBusy()).length
  for (const days of [0, 1, 2, 3]) {
    app.time.now = monday + days * dayMs + quarter
    await read()
  }
  expect(server.asked.map(({ etag }) => etag)).toEqual([undefined, '"1"', '"1"', '"1"', undefined])
  expect((await listBusy('2026-03-05', '2026-04-30')).length).toBeGreaterThan(count - 4)
})

test('a failed reading keeps the last busy times, and says why and since when; the reviewer is notified once', async () => {
  const { app, server, save, read, listBusy, find, signIn } = await startWithCalendar()
  server.answering.body = writeEntries([busyAt(2)])
  await save()
  await read()
  server.answering.status = 500
  server.answering.body = `an error with ${server.url}`
  const began = monday + quarter
  for (const later of [0, dayMs - quarter, dayMs, dayMs + hourMs]) {
    app.time.now = began + later
    await read()
  }
  expect((await listBusy()).map(({ startsAt }) => startsAt)).toEqual([isoAt(2)])
  expect(await find()).toMatchObject({
    readAt: new Date(monday).toISOString(),
    failing: {
      since: new Date(began).toISOString(),
      error: 'The calendar server answered with an error',
    },
  })
  const { body } = await app.call(listNotifications.reviewer, { ...(await signIn()), query: {} })
  const sent = body.filter(({ kind }) => kind === 'calendar-unread')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).not.toContain('7f3a')
  server.answering.status = 200
  server.answering.body = writeEntries([])
  app.time.now += quarter
  await read()
  expect([await listBusy(), (await find())?.failing]).toEqual([[], null])
})

test('the busy times of a calendar that is replaced count until the new address was read', async () => {
  const { app, server, save, read, listBusy, find } = await startWithCalendar()
  const starts = async () => (await listBusy()).map(({ startsAt }) => startsAt)
  server.answering.body = writeEntries([busyAt(2)])
  await save()
  await read()
  app.time.now += quarter
  server.answering.status = 404
  await save(`${server.url}?mistyped`)
  await read()
  expect(await find()).toMatchObject({
    readAt: new Date(monday).toISOString(),
    failing: { error: 'There is no calendar at this address' },
  })
  expect(await starts()).toEqual([isoAt(2)])
  app.time.now += quarter
  Object.assign(server.answering, { status: 200, body: writeEntries([busyAt(4)]) })
  await save()
  expect(await starts()).toEqual([isoAt(2)])
  await read()
  expect(await starts()).toEqual([isoAt(4)])
})

test.each([
  [{ status: 302, headers: { location: 'http://127.0.0.1/' } }, 'This address redirects'],
  [{ status: 404 }, 'no calendar at this address'],
  [{ status: 401 }, 'denies access'],
  [{ body: '<!doctype html>' }, 'does not return an iCalendar file'],
  [{ headers: { 'content-encoding': 'gzip' } }, 'sent a compressed reply'],
  [{ body: 'x'.repeat(10 * 1024 * 1024 + 1) }, 'larger than 10 MiB'],
])('the state says in words why a calendar cannot be read: %#', async (answer, said) => {
  const { server, save, read, find } = await startWithCalendar()
  Object.assign(server.answering, answer)
  await save()
  await read()
  expect((await find())?.failing?.error).toContain(said)
  expect(server.asked).toHaveLength(1)
})

test('a calendar of thousands of meetings with long texts is read', async () => {
  const { server, save, read, listBusy, find } = await startWithCalendar()
  const texts = `DESCRIPTION:${'Join the meeting on your phone. '.repeat(40)}`
  const past = Array.from({ length: 5_000 }, (_, place) => [...busyAt(-100 - place), texts])
  server.answering.body = writeEntries([...past, [...busyAt(2), texts]])
  await save()
  await read()
  expect(await find()).toMatchObject({ failing: null, leftOut: [] })
  expect((await listBusy()).map(({ startsAt }) => startsAt)).toEqual([isoAt(2)])
})

test('an invitation that the reviewer declined, by their email here or in the address, does not count', async () => {
  const { server, reviewer, save, read, listBusy } = await startWithCalendar()
  const declinedBy = (email: string) => `ATTENDEE;PARTSTAT=DECLINED:mailto:${email}`
  server.answering.body = writeEntries([
    [...busyAt(2), declinedBy(reviewer.email)],
    [...busyAt(4), declinedBy('priya@home.test')],
    [...busyAt(6), declinedBy('ben@home.test')],
  ])
  await save(`${server.origin}/ical/priya%40home.test/private-7f3a/basic.ics`)
  await read()
  expect((await listBusy()).map(({ startsAt }) => startsAt)).toEqual([isoAt(6)])
})

test('a server that does not answer holds up no other reviewer’s calendar', async () => {
  const { app, server, other, save, read } = await startWithCalendar()
  let release = () => {}
  server.answering.answer = (response, { url }) => {
    const answer = () => void response.end(writeEntries([]))
    if (url === '/hangs') release = answer
    else answer()
  }
  await save(`${server.origin}/hangs`)
  await insertCalendar(app, other._id, app.time.now)
  const { db } = app.context
  const ofOther = db.updateTable('private_calendars').where('reviewer_id', '=', other._id)
  await ofOther.set({ url: server.url, due_at: app.time.now + 1 }).execute()
  app.time.now += 1
  const reading = read()
  await vi.waitFor(() => expect(server.asked).toHaveLength(2), 5_000)
  release()
  await reading
  const isRead = db.selectFrom('private_calendars').where('read_at', '>', 0)
  expect(await isRead.select('url').execute()).toHaveLength(2)
})

test('of several processes one reads a calendar; one whose process died is read again', async () => {
  const { app, server, save, read, signIn } = await startWithCalendar()
  server.answering.body = writeEntries([])
  await save()
  const others = [1, 2, 3].map(() => openDatabase(app.address))
  await Promise.all(others.map((db) => read({ ...app.context, db })))
  for (const db of others) await db.destroy()
  expect(server.asked).toHaveLength(1)
  const died = { claimed_until: app.time.now + minuteMs, due_at: app.time.now }
  await app.context.db.updateTable('private_calendars').set(died).execute()
  await read()
  expect(server.asked).toHaveLength(1)
  app.time.now += minuteMs
  await app.call(readPrivateCalendar, await signIn())
  await read()
  expect(server.asked).toHaveLength(2)
})

test('nobody has a calendar read twice within ten seconds', async () => {
  const { app, server, save, read, signIn } = await startWithCalendar()
  server.answering.body = writeEntries([])
  await save()
  await read()
  for (const _ of [1, 2, 3]) {
    await app.call(readPrivateCalendar, await signIn())
    await save()
    await read()
  }
  expect(server.asked).toHaveLength(1)
  app.time.now += 10_000
  await read()
  expect(server.asked).toHaveLength(2)
})
