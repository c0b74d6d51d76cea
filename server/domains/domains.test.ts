import { expect, test } from 'vitest'
import { addDomain, countDomainPeople, listDomains } from '#contract/domains/domains.ts'
import { addTask } from '#contract/tasks/tasks.ts'
import { inBatches } from '#server/database/query.ts'
import { startApp } from '#test/app.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import { addReviewer } from '#test/plan/factories.ts'

test('an admin adds a domain and finds it in the list, sorted by name', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')

  for (const name of ['  web Development ', 'Data Analysis']) {
    const added = await app.call(addDomain, { token, body: { name } })
    expect(added.status).toBe(200)
    expect(added.body).toMatchObject({ message: 'Domain added successfully.' })
  }

  const { body } = await app.call(listDomains, { token })
  expect(body.map((domain) => domain.name)).toEqual(['Data Analysis', 'web Development'])
})

test('a domain without a name is refused and nothing is added', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')

  for (const body of [{}, { name: '   ' }, { name: 7 }]) {
    const refused = await app.send('POST', '/admin/add-domain', { token, body })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({
      message: 'Domain name is required',
      errors: { name: 'Domain name is required' },
    })
  }
  expect((await app.call(listDomains, { token })).body).toEqual([])
})

test('a name in use is refused, ignoring case', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  await app.call(addDomain, { token, body: { name: 'Écologie' } })

  const refused = await app.call(addDomain, { token, body: { name: 'ÉCOLOGIE' } })
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({ message: 'This domain already exists' })
})

test('a long list is paginated through the Link header', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const names = Array.from({ length: 7 }, (_, index) => `Domain ${index}`)
  for (const name of names) await app.call(addDomain, { token, body: { name } })

  const pages = await app.readPages<{ name: string }>('/admin/all-domain?limit=3', token)
  expect(pages.map((page) => page.map((domain) => domain.name))).toEqual([
    names.slice(0, 3),
    names.slice(3, 6),
    names.slice(6),
  ])
})

test('a cursor that the server did not make is refused', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const refused = await app.send('GET', '/admin/all-domain?cursor=nonsense', { token })
  expect(refused.status).toBe(400)
})

test('only an admin may list and add domains', async () => {
  const app = await startApp()
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    const { token } = await makePerson(app, role)
    for (const refused of [
      await app.call(listDomains, { token }),
      await app.call(addDomain, { token, body: { name: 'Mine' } }),
    ]) {
      expect(refused.status).toBe(401)
      expect(refused.body).toMatchObject({ success: false, Auth: false })
    }
  }
  expect((await app.call(listDomains, {})).status).toBe(401)
})

test('an admin sees how many weeks of each domain have a task', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [art, code] = [await makeDomain(app, 'Art'), await makeDomain(app, 'Code')]
  for (const weekNo of [1, 3]) {
    const lines = { technicalWorkouts: ['Write'], miscellaneousWorkouts: ['Tell'] }
    const task = { weekNo, domain: code._id, personalDevelopmentWorkout: ['Read'], ...lines }
    expect((await app.call(addTask, { token, body: task })).status).toBe(200)
  }
  expect((await app.call(listDomains, { token })).body).toEqual([
    { ...art, weeks: 0, isArchived: false, lastWeek: null },
    { ...code, weeks: 2, isArchived: false, lastWeek: null },
  ])
})

test('the people of a domain are counted as its lists show them, however many there are', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data')]
  const many = Array.from({ length: 1_100 }, (_, place) => ({
    id: `student-${place}`,
    role: 'student' as const,
    name: 'Bo',
    domain_id: web._id,
    email: `s${place}@x.test`,
    search_key: '',
    sort_key: '',
    created_at: 1,
    invited_at: 1,
  }))
  await inBatches(many, (batch) => app.context.db.insertInto('people').values(batch).execute())
  await app.context.db
    .updateTable('people')
    .set({ erased_at: 1 })
    .where('id', '=', 'student-0')
    .execute()
  await addReviewer(app, [web, data])
  await addReviewer(app, [data])
  const count = async (id: string) =>
    (await app.call(countDomainPeople, { token, query: { id } })).body
  expect(await count(web._id)).toEqual({ students: 1_099, reviewers: 1 })
  expect(await count(data._id)).toEqual({ students: 0, reviewers: 2 })
  expect(await count('none')).toEqual({ students: 0, reviewers: 0 })
})
