import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import { getStudent, listPeople } from '#contract/people/people.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

const roles = ['student', 'advisor', 'reviewer'] as const
type Listed = { name: string }
const names = (people: Listed[]) => people.map((one) => one.name)

function addDomains({ context }: TestApp, reviewer: { _id: string }, domains: { _id: string }[]) {
  const rows = domains.map(({ _id }) => ({ reviewer_id: reviewer._id, domain_id: _id }))
  return context.db.insertInto('reviewer_domains').values(rows).execute()
}

test('an admin lists the students by name, with domain and week', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const domain = await makeDomain(app)
  const zoe = await makePerson(app, 'student', { name: 'zoe', domain, week: 4 })
  const adam = await makePerson(app, 'student', { name: 'Adam', verified: false })
  await makePerson(app, 'advisor', { name: 'Eve' })

  const { status, body } = await app.call(listPeople.student, { token })
  expect(status).toBe(200)
  expect(body).toEqual([
    {
      _id: adam._id,
      name: 'Adam',
      email: adam.email,
      isProfileVerified: false,
      isBlocked: false,
      domain: null,
      domains: [],
      week: 1,
      isPaused: false,
      pausedUntil: null,
      pauseReason: null,
      finished: null,
      finishReason: null,
      // Without a stored date, people count as invited when they were added.
      invitation: {
        sentAt: new Date(app.time.now).toISOString(),
        expiresAt: new Date(app.time.now + 7 * dayMs).toISOString(),
      },
      hasSecondFactor: false,
      failedMail: null,
      students: null,
      blockedStudents: null,
      pausedStudents: null,
      overdueReviews: null,
      advisor: null,
      turn: null,
      bookedReviews: 0,
    },
    {
      _id: zoe._id,
      name: 'zoe',
      email: zoe.email,
      isProfileVerified: true,
      isBlocked: false,
      domain,
      domains: [domain],
      week: 4,
      isPaused: false,
      pausedUntil: null,
      pauseReason: null,
      finished: null,
      finishReason: null,
      invitation: null,
      hasSecondFactor: false,
      failedMail: null,
      students: null,
      blockedStudents: null,
      pausedStudents: null,
      overdueReviews: null,
      advisor: null,
      turn: null,
      bookedReviews: 0,
    },
  ])
})

test('each list has people of its role only, and shows who is blocked', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  for (const role of roles) await makePerson(app, role, { name: `A ${role}`, blocked: true })
  for (const role of roles) {
    const { body } = await app.call(listPeople[role], { token })
    expect(names(body)).toEqual([`A ${role}`])
    expect(body[0]).toMatchObject({ isBlocked: true })
  }
})

test('a search looks in name and email and ignores letter case', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  await makePerson(app, 'advisor', { name: 'Émile Zola', email: 'writer@paris.test' })
  await makePerson(app, 'advisor', { name: 'Ada Lovelace', email: 'ada@london.test' })
  const search = async (text: string) =>
    names((await app.call(listPeople.advisor, { token, query: { search: text } })).body)

  expect(await search('ÉMI')).toEqual(['Émile Zola'])
  expect(await search(' PARIS ')).toEqual(['Émile Zola'])
  expect(await search('love')).toEqual(['Ada Lovelace'])
  expect(await search('nobody')).toEqual([])
  expect(await search('')).toEqual(['Ada Lovelace', 'Émile Zola'])
  expect(await search('  ')).toEqual(['Ada Lovelace', 'Émile Zola'])
})

test('a search for names only ignores the domains of emails', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  await makePerson(app, 'advisor', { name: 'Ann Tester', email: 'ann@school.org' })
  await makePerson(app, 'advisor', { name: 'Bo Lee', email: 'bo@school.test' })
  await makePerson(app, 'advisor', { name: 'Cy Lee', email: 'test-er@school.org' })
  const search = async (text: string) => {
    const query = { search: text, namesOnly: 'true' }
    return names((await app.call(listPeople.advisor, { token, query })).body)
  }
  expect(await search('TEST')).toEqual(['Ann Tester', 'Cy Lee'])
  expect(await search('school')).toEqual([])
  expect(await search('bo@school.t')).toEqual(['Bo Lee'])
  expect(await search('')).toEqual(['Ann Tester', 'Bo Lee', 'Cy Lee'])
})

test('a search for %, _ or \\ finds those characters and nothing more', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  for (const name of ['100% Ann', 'snake_case', 'back\\slash', 'plain']) {
    await makePerson(app, 'reviewer', { name })
  }
  for (const [search, found] of [
    ['%', '100% Ann'],
    ['e_c', 'snake_case'],
    ['k\\s', 'back\\slash'],
  ] as const) {
    const { body } = await app.call(listPeople.reviewer, { token, query: { search } })
    expect(names(body)).toEqual([found])
  }
})

test('a domain filters students; ’all’ and an empty one do not', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const domain = await makeDomain(app)
  await makePerson(app, 'student', { name: 'Ann', domain })
  await makePerson(app, 'student', { name: 'Anton', domain })
  await makePerson(app, 'student', { name: 'Annika' })
  const list = async (query: { domain?: string; search?: string }) =>
    names((await app.call(listPeople.student, { token, query })).body)

  expect(await list({ domain: domain._id })).toEqual(['Ann', 'Anton'])
  expect(await list({ domain: domain._id, search: 'ann' })).toEqual(['Ann'])
  expect(await list({ domain: 'all' })).toEqual(['Ann', 'Annika', 'Anton'])
  expect(await list({ domain: '' })).toEqual(['Ann', 'Annika', 'Anton'])
  expect(await list({ domain: 'no such domain' })).toEqual([])
})

test('a domain filters reviewers, and each row shows all their domains', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data')]
  const both = await makePerson(app, 'reviewer', { name: 'Bo' })
  await addDomains(app, both, [web, data])
  await addDomains(app, await makePerson(app, 'reviewer', { name: 'Ann' }), [web])
  await makePerson(app, 'reviewer', { name: 'Cy' })
  const list = async (query: { domain?: string; search?: string }) =>
    (await app.call(listPeople.reviewer, { token, query })).body

  expect(names(await list({ domain: web._id }))).toEqual(['Ann', 'Bo'])
  expect(names(await list({ domain: data._id }))).toEqual(['Bo'])
  expect(names(await list({ domain: web._id, search: 'ann' }))).toEqual(['Ann'])
  expect(names(await list({ domain: 'no such domain' }))).toEqual([])
  for (const domain of ['all', ''])
    expect(names(await list({ domain }))).toEqual(['Ann', 'Bo', 'Cy'])
  expect((await list({})).map(({ name, domain, domains }) => ({ name, domain, domains }))).toEqual([
    { name: 'Ann', domain: [web], domains: [web] },
    { name: 'Bo', domain: [data, web], domains: [data, web] },
    { name: 'Cy', domain: [], domains: [] },
  ])
})

test('a domain does not filter advisors, who have none', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const { _id: domain } = await makeDomain(app)
  const { name } = await makePerson(app, 'advisor')
  const { body } = await app.call(listPeople.advisor, { token, query: { domain } })
  expect(body).toMatchObject([{ name, domain: null, domains: [] }])
})

test('a number in a search for students matches their week as well as names and emails', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const domain = await makeDomain(app)
  const make = (name: string, week: number) =>
    makePerson(app, 'student', {
      name,
      week,
      domain,
      email: `${name.at(0)?.toLowerCase()}@school.test`,
    })
  await make('Ann', 5)
  await make('Bo 5th', 12)
  await make('Cy', 15)
  await make('Dee', 5)
  await makePerson(app, 'reviewer', { name: 'Rex', email: 'r@school.test' })
  const search = async (text: string, more = {}) =>
    names((await app.call(listPeople.student, { token, query: { search: text, ...more } })).body)

  expect(await search('5')).toEqual(['Ann', 'Bo 5th', 'Dee'])
  expect(await search('5', { namesOnly: 'true' })).toEqual(['Ann', 'Bo 5th', 'Dee'])
  expect(await search('5', { week: '12' })).toEqual(['Bo 5th'])
  for (const text of ['05', 'week 5', ' Week 05 ', 'WEEK5']) {
    expect({ text, found: await search(text) }).toEqual({ text, found: ['Ann', 'Dee'] })
  }
  for (const text of ['0', 'week', 'week 5 x', '005']) {
    expect({ text, found: await search(text) }).toEqual({ text, found: [] })
  }
  const { body } = await app.call(listPeople.reviewer, { token, query: { search: '5' } })
  expect(body).toEqual([])
})

test('a long list is paginated, even with people of the same name', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const given = ['Bo', 'ann', 'Bo', 'Cleo', 'Öz', 'Bo', 'Zed']
  for (const name of given) await makePerson(app, 'advisor', { name })

  const pages = await app.readPages<Listed & { _id: string }>(
    '/admin/all-advisor?limit=2&search=school.test',
    token,
  )
  expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 1])
  expect(names(pages.flat())).toEqual(['ann', 'Bo', 'Bo', 'Bo', 'Cleo', 'Öz', 'Zed'])
  expect(new Set(pages.flat().map((one) => one._id)).size).toBe(7)
})

test('an admin reads one student as listed, and no person of another role', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const { _id: id } = await makePerson(app, 'student', { week: 4, blocked: true })
  await makePerson(app, 'student')
  const listed = (await app.call(listPeople.student, { token })).body.find((one) => one._id === id)
  const found = await app.call(getStudent, { token, query: { id } })
  expect(found.status).toBe(200)
  expect(found.body).toEqual(listed)

  const advisor = await makePerson(app, 'advisor')
  for (const nobody of ['nothing', advisor._id]) {
    expect(await app.call(getStudent, { token, query: { id: nobody } })).toMatchObject({
      status: 404,
      body: { message: 'This student does not exist' },
    })
  }
  const refused = await app.send('GET', `/admin/student?id=${id}`, { token: advisor.token })
  expect(refused.status).toBe(401)
})

test('only an admin can list people', async () => {
  const app = await startApp()
  for (const listed of roles) {
    expect((await app.call(listPeople[listed], {})).status).toBe(401)
    for (const role of roles) {
      const { token } = await makePerson(app, role)
      const refused = await app.call(listPeople[listed], { token })
      expect(refused.status).toBe(401)
      expect(refused.body).toMatchObject({ success: false, Auth: false })
    }
  }
})

test('lists show students’ current advisors and reviewers’ upcoming bookings', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const advisor = await makePerson(app, 'advisor')
  const former = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer', { name: 'Ada' })
  await makePerson(app, 'reviewer', { name: 'Bo' })
  const student = await makePerson(app, 'student', { name: 'Cy' })
  await makePerson(app, 'student', { name: 'Di' })
  const [past, ahead] = [
    await makeSlot(app, reviewer, app.time.now - dayMs),
    await makeSlot(app, reviewer, app.time.now + dayMs),
  ]
  await makeReview(app, { student, advisor: former, slot: past, conducted: true, closed: true })
  await makeReview(app, { student, advisor, slot: ahead })
  const students = (await app.call(listPeople.student, { token })).body
  expect(students.map((one) => one.advisor)).toEqual([
    { _id: advisor._id, name: advisor.name, email: advisor.email },
    null,
  ])
  const unmarked = await makeSlot(app, reviewer, app.time.now - 2 * dayMs)
  await makeReview(app, { student: await makePerson(app, 'student'), slot: unmarked })
  const held = await makeSlot(app, reviewer, app.time.now + 2 * dayMs)
  const early = { student: await makePerson(app, 'student'), slot: held, conducted: true }
  await makeReview(app, early)
  const reviewers = (await app.call(listPeople.reviewer, { token })).body
  expect(reviewers.map((one) => one.bookedReviews)).toEqual([1, 0])
  expect(reviewers.map((one) => one.advisor)).toEqual([null, null])
})
