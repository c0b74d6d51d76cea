import { expect, onTestFinished, test } from 'vitest'
import {
  getPrivateCalendar,
  listBusyTimes,
  readPrivateCalendar,
  removePrivateCalendar,
  savePrivateCalendar,
} from '#contract/availability/private-calendar.ts'
import { listCalendar } from '#contract/calendar/calendar.ts'
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { busyTimesMax } from '#contract/limits/availability.ts'
import { listReviewerSlots } from '#contract/slots/slots.ts'
import { monday, startApp } from '#test/app.ts'
import { createTestDatabase } from '#test/databases/database.ts'
import { makePerson, makeSlot } from '#test/factories.ts'
import { calendarUrl, insertBusyTime } from '#test/private-calendar/insert.ts'
import { startWithCalendar } from '#test/private-calendar/school.ts'
import { writeEntries, writeSpan } from '#test/private-calendar/write.ts'
import { openRecordingDatabase } from '#test/recorded-statements.ts'

/** So many entries of a minute, apart from each other, the first now. */
const writeMany = (count: number) =>
  Array.from({ length: count }, (_, place) => {
    const startsAt = monday + place * 5 * minuteMs
    return writeSpan(startsAt, startsAt + minuteMs)
  })

test('reading a calendar takes as many statements with thousands of entries as with one', async () => {
  const { app, server, reviewer, save, read, find } = await startWithCalendar()
  const { db, statements } = openRecordingDatabase(app.address)
  onTestFinished(() => db.destroy())
  const count = async (entries: number) => {
    server.answering.body = writeEntries(writeMany(entries))
    app.time.now += 15 * minuteMs
    const before = statements.length
    await read({ ...app.context, db })
    expect(await find()).toMatchObject({ failing: null })
    return statements.length - before
  }
  await save()
  const one = await count(1)
  for (let hours = 10; hours < 60; hours++) await makeSlot(app, reviewer, monday + hours * hourMs)
  expect(await count(busyTimesMax + 1_000)).toBe(one)
})

test('the number of statements for the calls of an own calendar is constant', async () => {
  const database = await createTestDatabase()
  const { db, statements } = openRecordingDatabase(database.address)
  onTestFinished(() => db.destroy())
  const app = await startApp({}, { on: Promise.resolve({ ...database, db }) })
  const { token, ...reviewer } = await makePerson(app, 'reviewer')
  const advisor = await makePerson(app, 'advisor')
  const count = async <E extends Endpoint>(
    endpoint: E,
    input: Partial<EndpointInput<E>> & { token?: string } = {},
  ) => {
    const before = statements.length
    const { status } = await app.call(endpoint, { token, ...input })
    expect(status).toBe(200)
    return statements.length - before
  }
  const body = { value: { url: calendarUrl } }
  let starts_at = monday
  const ask = async (busyTimes: number) => {
    for (let place = 0; place < busyTimes; place++) {
      starts_at += hourMs
      await insertBusyTime(app, reviewer._id, { starts_at, ends_at: starts_at + minuteMs })
      await makeSlot(app, reviewer, starts_at + 5 * minuteMs)
    }
    const ofReviewer = { token: advisor.token, params: { id: reviewer._id } }
    return [
      await count(getPrivateCalendar),
      await count(listBusyTimes, { query: { from: '2026-03-01', to: '2026-03-31' } }),
      await count(listCalendar.reviewer, { query: { from: '2026-03-01', to: '2026-03-31' } }),
      await count(listReviewerSlots, ofReviewer),
      await count(readPrivateCalendar),
      await count(removePrivateCalendar),
      await count(savePrivateCalendar, { body }),
    ]
  }
  await count(savePrivateCalendar, { body })
  const few = await ask(1)
  expect(await ask(40)).toEqual(few)
})
