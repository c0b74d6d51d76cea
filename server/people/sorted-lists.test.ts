import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { failedLoginsAllowed } from '#contract/limits/accounts.ts'
import { listPeople, type PersonStateFilter } from '#contract/people/people.ts'
import { newId } from '#server/kit/id.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

/** Five students of whom two are alike by each column but name and email. */
async function makeStudents(app: TestApp) {
  const { token } = await makePerson(app, 'admin')
  const [art, code] = [await makeDomain(app, 'Art'), await makeDomain(app, 'Code')]
  const make = (name: string, more: Parameters<typeof makePerson>[2]) =>
    makePerson(app, 'student', { name, email: `${name.at(-1)}@school.test`, ...more })
  await make('Ann z', { domain: code, week: 3 })
  await make('Bo y', { domain: art, week: 3 })
  await make('Cy x', { verified: false })
  await make('Di w', { domain: code, week: 12 })
  await make('Ed v', { domain: art, week: 1 })
  return token
}

/** Reads the sorted names, two a page. */
async function readAll(app: TestApp, token: string, query: Record<string, string>) {
  const names: string[] = []
  let next: string | undefined =
    `/admin/all-student?${new URLSearchParams({ ...query, limit: '2' })}`
  while (next) {
    const url: string = next
    const reply = await app.send<{ name: string }[]>('GET', url, { token })
    expect(reply.status).toBe(200)
    names.push(...reply.body.map(({ name }) => name.split(' ')[0] ?? ''))
    next = String(reply.headers.link ?? '').match(/^<(.+)>; rel="next"$/)?.[1]
  }
  return names.join(' ')
}

test('a list of people can be sorted by any column, in both directions', async () => {
  const app = await startApp()
  const token = await makeStudents(app)
  const inOrderOf = (sort: string) => readAll(app, token, { sort })
  expect(await readAll(app, token, {})).toBe('Ann Bo Cy Di Ed')
  expect(await inOrderOf('name')).toBe('Ann Bo Cy Di Ed')
  expect(await inOrderOf('-name')).toBe('Ed Di Cy Bo Ann')
  expect(await inOrderOf('email')).toBe('Ed Di Cy Bo Ann')
  expect(await inOrderOf('-email')).toBe('Ann Bo Cy Di Ed')
  expect(await inOrderOf('verified')).toBe('Cy Ann Bo Di Ed')
  expect(await inOrderOf('-verified')).toBe('Ed Di Bo Ann Cy')
  // People without a domain or week come first.
  expect(await inOrderOf('domain')).toBe('Cy Bo Ed Ann Di')
  expect(await inOrderOf('-domain')).toBe('Di Ann Ed Bo Cy')
  expect(await inOrderOf('-week')).toBe('Di Bo Ann Ed Cy')
  expect(await readAll(app, token, { sort: 'week', search: 'school.test' })).toBe('Cy Ed Ann Bo Di')
})

test('an unknown order is refused, and so is a cursor from another order', async () => {
  const app = await startApp()
  const token = await makeStudents(app)
  const ask = (query: string) => app.send('GET', `/admin/all-student?limit=2${query}`, { token })
  for (const sort of ['password_hash', '--name', 'Name', '']) {
    expect((await ask(`&sort=${sort}`)).status).toBe(400)
  }
  const cursorOf = async (query: string) => {
    const { headers } = await ask(query)
    return String(headers.link).match(/cursor=([^&>]+)/)?.[1]
  }
  const cursors = {
    '': await cursorOf(''),
    '&sort=name': await cursorOf('&sort=name'),
    '&sort=-name': await cursorOf('&sort=-name'),
    '&sort=week': await cursorOf('&sort=week'),
  }
  for (const asked of Object.keys(cursors)) {
    for (const [given, cursor] of Object.entries(cursors)) {
      const { status } = await ask(`${asked}&cursor=${cursor}`)
      expect({ asked, given, status }).toEqual({
        asked,
        given,
        status: asked === given ? 200 : 400,
      })
    }
  }
})

test('a list of people can be filtered by each state', async () => {
  const app = await startApp()
  const token = await makeStudents(app)
  const { db } = app.context
  const find = async (query: Record<string, string>) => await readAll(app, token, query)
  const states = async (state: PersonStateFilter) => find({ state })

  expect(await states('unverified')).toBe('Cy')
  expect(await states('blocked')).toBe('')
  await db.updateTable('people').set({ blocked_at: 1 }).where('name', '=', 'Di w').execute()
  expect(await states('blocked')).toBe('Di')
  expect(await states('active')).toBe('Ann Bo Ed')

  expect(await states('mail-failed')).toBe('')
  const { id } = await db
    .selectFrom('people')
    .select('id')
    .where('name', '=', 'Cy x')
    .executeTakeFirstOrThrow()
  const mail = { recipient: 'x@school.test', subject: '', body: '', attempts: 1, person_id: id }
  const at = { created_at: monday, due_at: monday, failed_at: monday }
  await db
    .insertInto('outbox')
    .values({ id: newId(), ...mail, ...at })
    .execute()
  expect(await states('mail-failed')).toBe('Cy')

  expect(await states('locked')).toBe('')
  const failures = Array.from({ length: failedLoginsAllowed }, () => ({
    id: newId(),
    email: 'z@school.test',
    address: '192.0.2.7',
    failed_at: app.time.now,
  }))
  await db.insertInto('login_failures').values(failures).execute()
  expect(await states('locked')).toBe('Ann')
  expect((await app.call(listPeople.advisor, { token, query: { state: 'locked' } })).body).toEqual(
    [],
  )

  expect(await find({ week: '3' })).toBe('Ann Bo')
  expect(await find({ week: '3', sort: '-name' })).toBe('Bo Ann')
  expect(await find({ week: '3-12' })).toBe('Ann Bo Di')
  expect(await find({ week: '2-11', sort: 'week' })).toBe('Ann Bo')
  for (const week of ['0', '31', '3-', '-3', '3-4-5', 'x']) {
    const { status } = await app.send('GET', `/admin/all-student?week=${week}`, { token })
    expect({ week, status }).toEqual({ week, status: 400 })
  }
})

test('students who await a slot or are overdue can be filtered, without blocked ones', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const domain = await makeDomain(app)
  const [late, early] = [
    await makePerson(app, 'student', { name: 'Late', domain, week: 1 }),
    await makePerson(app, 'student', { name: 'Early', domain, week: 1 }),
  ]
  const advisor = await makePerson(app, 'advisor')
  await makeReview(app, { advisor, student: late, dueAt: app.time.now - dayMs })
  await makeReview(app, { advisor, student: early, dueAt: app.time.now - minuteMs })
  const blocked = await makePerson(app, 'student', { name: 'Blocked', domain, week: 1 })
  await makeReview(app, { advisor, student: blocked, dueAt: app.time.now - dayMs })
  const out = { id: blocked._id, action: 'block' } as const
  await app.call(blockUnblock.student, { token, body: out })
  const booked = await makePerson(app, 'student', { name: 'Booked', domain, week: 1 })
  const slot = await makeSlot(app, await makePerson(app, 'reviewer'), app.time.now + dayMs)
  await makeReview(app, { advisor, student: booked, slot })
  const namesIn = async (state: PersonStateFilter) => {
    const { body } = await app.call(listPeople.student, { token, query: { state } })
    return body.map(({ name }) => name)
  }
  expect(await namesIn('overdue')).toEqual(['Late'])
  expect(await namesIn('waiting')).toEqual(['Early', 'Late'])
  expect(await namesIn('no-advisor')).toEqual([])
  await makeReview(app, { student: await makePerson(app, 'student', { name: 'Alone' }) })
  expect(await namesIn('no-advisor')).toEqual(['Alone'])
  const body = { id: advisor._id, action: 'block' } as const
  await app.call(blockUnblock.advisor, { token, body })
  expect(await namesIn('no-advisor')).toEqual(['Alone', 'Booked', 'Early', 'Late'])
})

test('the list of advisors shows each one’s workload and can be sorted by it', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [ada, bo, cy] = [
    await makePerson(app, 'advisor', { name: 'Ada' }),
    await makePerson(app, 'advisor', { name: 'Bo' }),
    await makePerson(app, 'advisor', { name: 'Cy' }),
  ]
  const [late, early] = [app.time.now - dayMs, app.time.now - minuteMs]
  const give = async (advisor: typeof ada, dueAt: number, blocked = false) =>
    makeReview(app, { advisor, dueAt, student: await makePerson(app, 'student', { blocked }) })
  for (const dueAt of [late, early, early]) await give(ada, dueAt)
  for (const dueAt of [late, late]) await give(bo, dueAt)
  await give(cy, late, true)
  const closed = await give(cy, late)
  const { db } = app.context
  await db.updateTable('reviews').set({ closed_at: late }).where('id', '=', closed).execute()
  const inOrderOf = async (sort: 'students' | '-students' | 'overdue' | '-overdue') => {
    const { body } = await app.call(listPeople.advisor, { token, query: { sort } })
    return body.map(({ name, students, overdueReviews }) => [name, students, overdueReviews])
  }
  const [ofAda, ofBo, ofCy] = [
    ['Ada', 3, 1],
    ['Bo', 2, 2],
    ['Cy', 0, 0],
  ]
  expect(await inOrderOf('students')).toEqual([ofCy, ofBo, ofAda])
  expect(await inOrderOf('-students')).toEqual([ofAda, ofBo, ofCy])
  expect(await inOrderOf('overdue')).toEqual([ofCy, ofAda, ofBo])
  expect(await inOrderOf('-overdue')).toEqual([ofBo, ofAda, ofCy])
  const pages = await app.readPages<{ name: string }>(
    '/admin/all-advisor?sort=-overdue&limit=1',
    token,
  )
  expect(pages.flat().map(({ name }) => name)).toEqual(['Bo', 'Ada', 'Cy'])
  const others = await app.send('GET', '/admin/all-reviewer?sort=overdue', { token })
  expect(others.status).toBe(400)
})
