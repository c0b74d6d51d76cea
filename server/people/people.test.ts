import { expect, test } from 'vitest'
import { getStudent, listPeople } from '#contract/people.ts'
import { startApp } from '#test/app.ts'
import { makeDomain, makePerson } from '#test/make.ts'

const roles = ['student', 'advisor', 'reviewer'] as const
type Listed = { name: string }
const names = (people: Listed[]) => people.map((one) => one.name)

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
      ...{ _id: adam._id, name: 'Adam', email: adam.email },
      ...{ isProfileVerified: false, isBlocked: false, domain: null, week: 1 },
      hasSecondFactor: false,
      failedMail: null,
      ...{ students: null, overdueReviews: null },
    },
    {
      ...{ _id: zoe._id, name: 'zoe', email: zoe.email },
      ...{ isProfileVerified: true, isBlocked: false, domain, week: 4 },
      hasSecondFactor: false,
      failedMail: null,
      ...{ students: null, overdueReviews: null },
    },
  ])
})

test('each list holds its own role, and says who is blocked', async () => {
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

test('a search for names alone does not look behind the @ of an address', async () => {
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

test("a domain narrows the students; 'all' and an empty one do not", async () => {
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

test('a domain does not narrow the lists of advisors and reviewers', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const domain = await makeDomain(app)
  for (const role of ['advisor', 'reviewer'] as const) {
    const { name } = await makePerson(app, role)
    const { body } = await app.call(listPeople[role], { token, query: { domain: domain._id } })
    expect(names(body)).toEqual([name])
  }
})

test('a long list is read page by page, people of one name included', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const wished = ['Bo', 'ann', 'Bo', 'Cleo', 'Öz', 'Bo', 'Zed']
  for (const name of wished) await makePerson(app, 'advisor', { name })

  const pages = await app.readPages<Listed & { _id: string }>(
    '/admin/all-advisor?limit=2&search=school.test',
    token,
  )
  expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 1])
  expect(names(pages.flat())).toEqual(['ann', 'Bo', 'Bo', 'Bo', 'Cleo', 'Zed', 'Öz'])
  expect(new Set(pages.flat().map((one) => one._id)).size).toBe(7)
})

test('an admin finds one student as the list has them, and nobody else', async () => {
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

test('only an admin lists people', async () => {
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
