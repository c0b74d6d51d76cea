import { stringify } from 'csv-stringify/sync'
import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import {
  exportAdvisors,
  exportAuditLog,
  exportHours,
  exportReviewers,
  exportReviews,
  exportStudents,
} from '#contract/exports.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

async function start() {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin', { name: 'Grace', email: 'grace@school.test' })
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data')]
  const advisor = await makePerson(app, 'advisor', { name: 'Ada', email: 'ada@school.test' })
  const addStudent = (name: string, week: number, domain = web) =>
    makePerson(app, 'student', { name, email: `${name.toLowerCase()}@school.test`, week, domain })
  return { app, token, web, data, advisor, addStudent }
}

/** The lines of a CSV file without its byte order mark. */
const toLines = (csv: unknown) =>
  String(csv)
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')

test('students are exported as CSV with the columns that an import reads, by name', async () => {
  const { app, token, advisor, data, addStudent } = await start()
  const zoe = await addStudent('Zoë', 4)
  const lars = await addStudent('Lars', 2, data)
  await makeReview(app, { student: zoe, advisor })
  await app.context.db
    .updateTable('people')
    .set({ paused_at: monday, pause_reason: 'Ill' })
    .where('id', '=', zoe._id)
    .execute()
  const { status, headers, body } = await app.call(exportStudents.csv, { token })
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="students-2026-03-02.csv"')
  expect(body).toBe(
    [
      '\uFEFFname,email,domain,week,advisor,verified,blocked,_id,paused,finished',
      `Lars,lars@school.test,Data,2,,true,false,${lars._id},false,`,
      `Zoë,zoë@school.test,Web,4,ada@school.test,true,false,${zoe._id},true,`,
      '',
    ].join('\r\n'),
  )
})

test('an export holds what the filters of the list leave, in the order of the list', async () => {
  const { app, token, addStudent } = await start()
  for (const [name, week] of [
    ['Ann', 3],
    ['Bo', 1],
    ['Cy', 3],
  ] as const)
    await addStudent(name, week)
  const names = async (query: Record<string, string>) => {
    const { body } = await app.send<{ name: string }[]>(
      'GET',
      `/admin/export/students.json?${new URLSearchParams(query)}`,
      { token },
    )
    return body.map(({ name }) => name)
  }
  expect(await names({})).toEqual(['Ann', 'Bo', 'Cy'])
  expect(await names({ week: '3', sort: '-name' })).toEqual(['Cy', 'Ann'])
  expect(await names({ search: 'bo', state: 'active' })).toEqual(['Bo'])
  expect(await names({ state: 'blocked' })).toEqual([])
  const bad = await app.send('GET', '/admin/export/students.csv?week=99', { token })
  expect(bad.status).toBe(400)
})

test('an empty export has the names of its columns, and is an empty list as JSON', async () => {
  const { app, token } = await start()
  expect(toLines((await app.call(exportStudents.csv, { token })).body)).toEqual([
    'name,email,domain,week,advisor,verified,blocked,_id,paused,finished',
  ])
  expect((await app.call(exportStudents.json, { token })).body).toEqual([])
})

test('advisors are exported with their load, reviewers with all their domains', async () => {
  const { app, token, advisor, web, data, addStudent } = await start()
  await makeReview(app, { student: await addStudent('Ann', 1), advisor, dueAt: 0 })
  const { _id: reviewer_id } = await makePerson(app, 'reviewer', {
    name: 'Priya',
    email: 'p@x.test',
  })
  await app.context.db
    .insertInto('reviewer_domains')
    .values([web, data].map(({ _id: domain_id }) => ({ reviewer_id, domain_id })))
    .execute()
  expect(toLines((await app.call(exportAdvisors.csv, { token })).body)[1]).toBe(
    `Ada,ada@school.test,1,0,1,true,false,${advisor._id},0`,
  )
  expect(toLines((await app.call(exportReviewers.csv, { token })).body)[1]).toBe(
    `Priya,p@x.test,Data;Web,0,true,false,${reviewer_id}`,
  )
  expect((await app.call(exportReviewers.json, { token })).body).toMatchObject([
    { name: 'Priya', domains: ['Data', 'Web'], bookedReviews: 0 },
  ])
})

test('the audit log is exported with names, and with what changed', async () => {
  const { app, token, addStudent } = await start()
  const { _id: id } = await addStudent('Ann', 1)
  await app.call(blockUnblock.student, { token, body: { id, action: 'block' } })
  const { body: entries } = await app.call(listAuditLog, { token })
  const [entry] = entries.filter(({ deed }) => deed === 'blocked')
  const { body } = await app.call(exportAuditLog.json, { token, query: { search: 'ann' } })
  expect(body).toMatchObject([
    {
      deed: 'blocked',
      by: 'Grace',
      byEmail: 'grace@school.test',
      byRole: 'admin',
      about: 'Ann',
      aboutId: id,
      before: entry?.before,
      after: entry?.after,
    },
  ])
  const { body: csv } = await app.call(exportAuditLog.csv, { token, query: { search: 'ann' } })
  expect(csv).toContain(stringify([[JSON.stringify(entry?.after)]]).trim())
})

test('a text that a spreadsheet would run begins with an apostrophe, others are quoted', async () => {
  const { app, token, advisor } = await start()
  const names = ['=1+1', '+1', '-1', '@a', 'a "b", c', 'two\nlines']
  for (const [place, name] of names.entries()) {
    await makePerson(app, 'reviewer', { name, email: `${place}@x.test` })
  }
  const { body } = await app.call(exportReviewers.csv, { token, query: { sort: 'email' } })
  const inCsv = ["'=1+1", "'+1", "'-1", "'@a", '"a ""b"", c"', '"two\nlines"']
  for (const [place, name] of inCsv.entries()) expect(body).toContain(`\r\n${name},${place}@x.test`)
  expect(advisor.name).toBe('Ada')
})

test('a long list is exported whole, each person once, in one file with one header', async () => {
  const { app, token } = await start()
  const ids = []
  for (let count = 0; count < 1_203; count++) {
    ids.push((await makePerson(app, 'reviewer', { name: `R ${count % 7}` }))._id)
  }
  const lines = toLines((await app.call(exportReviewers.csv, { token })).body)
  expect(lines.filter((line) => line.startsWith('name,'))).toHaveLength(1)
  const exported = lines.slice(1).map((line) => line.split(',').at(-1))
  expect(exported.toSorted()).toEqual(ids.toSorted())
  expect((await app.call(exportReviewers.json, { token })).body).toHaveLength(1_203)
})

test('reviews are exported with people, marks and slot, filtered by person, week or state', async () => {
  const { app, token, advisor, addStudent } = await start()
  const student = await addStudent('Lars', 2)
  const reviewer = await makePerson(app, 'reviewer', { name: 'Priya' })
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const held = await makeReview(app, { student, advisor, slot, conducted: true, week: 2 })
  await app.context.db
    .updateTable('reviews')
    .set({ code: 80, theory: 70, week_status: 'Task Completed', pending_task: '["Tests"]' })
    .execute()
  const open = await makeReview(app, { student: await addStudent('Ann', 1) })
  const { body } = await app.call(exportReviews.csv, { token })
  const due = new Date(monday + 7 * dayMs).toISOString()
  expect(toLines(body)).toEqual([
    'student,email,domain,week,status,isClosed,due,startsAt,advisor,reviewer,code,theory,weekStatus,seminar,progress,typing,pendingTask,_id',
    `Ann,ann@school.test,Web,1,not-scheduled,false,${due},,,,,,,Not added,Not added,Not added,,${open}`,
    `Lars,lars@school.test,Web,2,conducted,false,${due},2026-03-02T18:00:00.000Z,Ada,Priya,80,70,Task Completed,Not added,Not added,Not added,Tests,${held}`,
  ])
  const ids = async (query: Record<string, string>) => {
    const url = `/admin/export/reviews.json?${new URLSearchParams(query)}`
    const { body } = await app.send<{ _id: string }[]>('GET', url, { token })
    return body.map(({ _id }) => _id)
  }
  for (const query of [
    { advisor: advisor._id },
    { reviewer: reviewer._id },
    { student: student._id },
    { status: 'conducted' },
    { week: '2' },
    { search: 'lars' },
  ]) {
    expect([query, await ids(query)]).toEqual([query, [held]])
  }
  expect(await ids({ type: 'booking' })).toEqual([open])
  expect(await ids({ sort: 'student' })).toEqual([open, held])
})

test('marks without a week status are exported too', async () => {
  const { app, token, advisor, addStudent } = await start()
  const student = await addStudent('Lars', 2)
  const slot = await makeSlot(app, await makePerson(app, 'reviewer'), monday + hourMs)
  await makeReview(app, { student, advisor, slot, conducted: true })
  await app.context.db.updateTable('reviews').set({ code: 80, theory: 0 }).execute()
  const { body } = await app.call(exportReviews.json, { token })
  expect(body).toMatchObject([{ code: 80, theory: 0, weekStatus: '' }])
})

test('hours are exported by day, reviewer and domain: reviews held, minutes together, no-shows', async () => {
  const { app, token, web, data, addStudent } = await start()
  const priya = await makePerson(app, 'reviewer', { name: 'Priya', email: 'priya@x.test' })
  const hold = async (startsAt: number, domain: typeof web, minutes?: number) => {
    const student = await addStudent(`s${startsAt}`, 1, domain)
    const slot = await makeSlot(app, priya, startsAt)
    const review = await makeReview(app, { student, slot, conducted: minutes !== undefined })
    if (minutes === undefined) return { slot, review }
    await app.context.db
      .insertInto('call_presence')
      .values({
        review_id: review,
        here: '[]',
        last_at: startsAt,
        held_at: startsAt,
        early_ms: 0,
        together_ms: minutes * minuteMs,
        met_at: startsAt,
      })
      .execute()
    return { slot, review }
  }
  await hold(monday, web, 20)
  await hold(monday + hourMs, web, 25.4)
  await hold(monday + 2 * hourMs, data, 10)
  const { slot: slot_id, review: review_id } = await hold(monday + 3 * hourMs, data)
  const noShow = { slot_id, review_id, who: 'student' as const, at: monday }
  await app.context.db.insertInto('no_shows').values(noShow).execute()
  // The last evening of February in New York, where the school is.
  await hold(Date.parse('2026-03-01T03:00:00Z'), web, 30)
  await hold(Date.parse('2026-03-01T04:00:00Z'), web, 0)
  const read = async (query: { from?: string; to?: string }) =>
    toLines((await app.call(exportHours.csv, { token, query })).body).slice(1)
  const march = [
    '2026-03-02,Priya,priya@x.test,Data,1,10,1,0,0',
    '2026-03-02,Priya,priya@x.test,Web,2,45,0,0,0',
  ]
  const february = '2026-02-28,Priya,priya@x.test,Web,2,30,0,0,1'
  expect(await read({})).toEqual(march)
  expect(await read({ from: '2026-02-28' })).toEqual([february, ...march])
  expect(await read({ from: '2025-10-01', to: '2026-02-28' })).toEqual([february])
  for (const query of [
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2020-01-01', to: '2026-03-01' },
  ]) {
    const { status, body } = await app.call(exportHours.json, { token, query })
    expect([status, body]).toEqual([
      400,
      { message: 'Choose a first day and a last day, at most 366 days apart' },
    ])
  }
})
