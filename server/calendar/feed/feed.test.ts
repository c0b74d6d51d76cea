import { expect, onTestFinished, test } from 'vitest'
import { getCalendarLink, makeCalendarLink } from '#contract/calendar/feed.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { feedDays } from '#contract/limits/calendar.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { type Role, roles } from '#contract/roles.ts'
import { buildApp } from '#server/app.ts'
import { hashSecret } from '#server/kit/id.ts'
import { monday, type TestApp } from '#test/app.ts'
import { parseCalendar } from '#test/calendar/parse-calendar.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { startBookedSchool } from '#test/schools/booked.ts'

/** Creates a feed address, and returns it as a path on this server. */
async function readLink(app: TestApp, role: Role, { token }: { token: string }): Promise<string> {
  const { status, body } = await app.call(makeCalendarLink[role], { token })
  expect(status).toBe(200)
  expect(body.url).toMatch(/^http:\/\/weekward\.test\/calendar\/[\w-]{43}\.ics$/)
  return new URL(body.url).pathname
}

/** Fetches a feed as a calendar application does. */
async function fetchFeed({ app }: Pick<TestApp, 'app'>, url: string, tag?: string) {
  const reply = await app.inject({ url, headers: tag ? { 'if-none-match': tag } : {} })
  return { status: reply.statusCode, headers: reply.headers, text: reply.body }
}

async function titlesIn(app: TestApp, url: string): Promise<string[]> {
  const { status, text } = await fetchFeed(app, url)
  expect(status).toBe(200)
  return parseCalendar(text).entries.map(({ title }) => title)
}

test.each(roles)('the feed of an %s has texts for that role', async (role) => {
  const of = await startBookedSchool()
  const { app, student, reviewer } = of
  await makeReview(app, {
    slot: await makeSlot(app, await makePerson(app, 'reviewer'), monday - dayMs),
  })
  const url = await readLink(app, role, of[role])
  const { status, headers, text } = await fetchFeed(app, url)
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const base = role === 'student' ? '' : `/${role}`
  const call = `http://weekward.test${base}/call/${of.id}`
  const review = `http://weekward.test${base}/review-details/${of.id}`
  const isIn = role === 'student' || role === 'reviewer'
  expect(parseCalendar(text)).toEqual({
    method: 'PUBLISH',
    entries: [
      {
        id: `${of.id}@weekward`,
        sequence: 1,
        status: 'CONFIRMED',
        startsAt: '2026-03-02T18:00:00.000Z',
        endsAt: '2026-03-02T18:30:00.000Z',
        title: {
          student: `Review of week 01 with ${reviewer.name}`,
          advisor: `${student.name}’s review of week 01 with ${reviewer.name}`,
          reviewer: `${student.name}’s review of week 01`,
          admin: `${student.name}’s review of week 01 with ${reviewer.name}`,
        }[role],
        details: `${isIn ? `Join the call: ${call}\n` : ''}Open the review: ${review}`,
        place: isIn ? call : review,
      },
    ],
  })
})

test('a feed has the reviews of the last 90 days and all upcoming ones, including moves and cancellations', async () => {
  const { app, student, reviewer, advisor, move, cancel } = await startBookedSchool()
  const held = async (startsAt: number, week: number) =>
    makeReview(app, {
      student,
      advisor,
      week,
      conducted: true,
      closed: true,
      slot: await makeSlot(app, reviewer, startsAt),
    })
  await held(monday - feedDays * dayMs, 2)
  await held(monday - feedDays * dayMs - hourMs, 3)
  const url = await readLink(app, 'student', student)
  const name = ` with ${reviewer.name}`
  expect(await titlesIn(app, url)).toEqual([`Review of week 01${name}`, `Review of week 02${name}`])
  await move()
  const [first] = parseCalendar((await fetchFeed(app, url)).text).entries
  expect(first).toMatchObject({ sequence: 2, startsAt: '2026-03-02T19:00:00.000Z' })
  await cancel('advisor')
  expect(await titlesIn(app, url)).toEqual([`Review of week 02${name}`])
})

test('a client with the current feed gets no text until something changes', async () => {
  const { app, student, move } = await startBookedSchool()
  const url = await readLink(app, 'student', student)
  const first = await fetchFeed(app, url)
  const tag = String(first.headers.etag)
  expect(first.headers['cache-control']).toBe('private, no-cache')
  app.time.now += hourMs / 2
  expect(await fetchFeed(app, url, tag)).toMatchObject({ status: 304, text: '' })
  expect(await fetchFeed(app, url, `"other", ${tag}`)).toMatchObject({ status: 304 })
  await move()
  const moved = await fetchFeed(app, url, tag)
  expect(moved.status).toBe(200)
  expect(moved.headers.etag).not.toBe(tag)
  expect((await fetchFeed(app, url)).text).toBe(moved.text)
})

test('a client with the current feed gets a new text when a name in it is corrected', async () => {
  const { app, student, reviewer } = await startBookedSchool()
  const admin = await makePerson(app, 'admin')
  const url = await readLink(app, 'student', student)
  const tag = String((await fetchFeed(app, url)).headers.etag)
  const body = { value: { id: reviewer._id, name: 'Priya Raman' } }
  expect((await app.call(editPerson.reviewer, { token: admin.token, body })).status).toBe(200)
  const corrected = await fetchFeed(app, url, tag)
  expect(corrected.status).toBe(200)
  expect(corrected.text).toContain('Priya Raman')
})

test('a new address replaces the old one, and only its creation time can be read', async () => {
  const { app, student } = await startBookedSchool()
  const madeAt = async () =>
    (await app.call(getCalendarLink.student, { token: student.token })).body
  expect(await madeAt()).toEqual({ madeAt: null })
  const older = await readLink(app, 'student', student)
  app.time.now += minuteMs
  const url = await readLink(app, 'student', student)
  expect(await madeAt()).toEqual({ madeAt: '2026-03-02T17:01:00.000Z' })
  expect((await fetchFeed(app, older)).status).toBe(404)
  expect((await fetchFeed(app, url)).status).toBe(200)
})

test('privacy: an invalid address, or a blocked person’s, returns nothing', async () => {
  const { app, student } = await startBookedSchool()
  const url = await readLink(app, 'student', student)
  const none = await fetchFeed(app, `/calendar/${'x'.repeat(43)}.ics`)
  expect(none).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } })
  const block = (blocked_at: number | null) =>
    app.context.db.updateTable('people').set({ blocked_at }).where('id', '=', student._id).execute()
  await block(app.time.now)
  expect(await fetchFeed(app, url)).toMatchObject({ status: 404, text: none.text })
  await block(null)
  expect((await fetchFeed(app, url)).status).toBe(200)
})

test('privacy: the database stores only a hash of the address, and the log nothing', async () => {
  const { app, student } = await startBookedSchool()
  const url = await readLink(app, 'student', student)
  const secret = url.match(/\/calendar\/(.+)\.ics$/)?.[1] ?? ''
  const { db } = app.context
  const [row] = await db.selectFrom('calendar_feeds').selectAll().execute()
  expect(row).toMatchObject({ person_id: student._id, secret_hash: hashSecret(secret) })
  expect(JSON.stringify(await db.selectFrom('audit_log').selectAll().execute())).not.toContain(
    secret,
  )
  const lines: string[] = []
  const logged = await buildApp(app.context, {
    log: { level: 'info', stream: { write: (line: string) => lines.push(line) } },
  })
  onTestFinished(() => logged.close())
  expect((await fetchFeed({ app: logged }, url)).status).toBe(200)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { method: 'GET', route: '/calendar/:secret.ics', status: 200 },
  ])
  expect(lines.join('')).not.toContain(secret)
})
