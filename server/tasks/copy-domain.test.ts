import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { listDomains } from '#contract/domains/domains.ts'
import { editTask, listDomainTasks } from '#contract/tasks/tasks.ts'
import { makePerson } from '#test/factories.ts'
import { startSchoolWithDomain, taskLines } from '#test/schools/school-with-domain.ts'

async function start() {
  const school = await startSchoolWithDomain()
  const { app, token } = school
  for (const weekNo of [1, 3]) await school.add({ weekNo })
  const copy = (value: Record<string, unknown>, key?: string) =>
    app.send<{ message: string; domain: { _id: string } }>('POST', '/admin/copy-domain', {
      token,
      body: { value },
      ...(key && { key }),
    })
  const names = async () =>
    (await app.call(listDomains, { token })).body.map(({ name }) => name).toSorted()
  const tasksOf = async ({ _id }: { _id: string }) => {
    const { body } = await app.call(listDomainTasks, { token, query: { domain: _id } })
    return body[0]?.tasks ?? []
  }
  return { ...school, copy, names, tasksOf }
}

test('a copied domain has every week’s task, and changes alone from then on', async () => {
  const { app, token, domain, copy, tasksOf } = await start()
  const { status, body } = await copy({ id: domain._id, name: ' Web 2 ' })
  expect([status, body]).toEqual([
    200,
    {
      message: 'Domain copied.',
      domain: { _id: body.domain._id, name: 'Web 2', weeks: 2, isArchived: false, lastWeek: null },
    },
  ])
  const [first, third] = await tasksOf(body.domain)
  expect([first, third]).toMatchObject([
    { week: 1, domain: body.domain._id, ...taskLines },
    { week: 3, ...taskLines },
  ])
  const value = { week: 1, ...taskLines, technicalWorkouts: ['Paint'] }
  await app.call(editTask, { token, body: { id: first?._id ?? '', value } })
  expect(await tasksOf(domain)).toMatchObject([{ week: 1, ...taskLines }, { week: 3 }])
  const { body: log } = await app.call(listAuditLog, { token })
  const copied = log.filter(({ call }) => call === 'POST /admin/copy-domain')
  expect(copied.map(({ deed }) => deed).toSorted()).toEqual([
    'domain-added',
    'task-added',
    'task-added',
  ])
})

test('an archived domain’s copy is active, and a domain without tasks has an empty copy', async () => {
  const { app, token, domain, copy } = await start()
  const archived = { value: { id: domain._id, isArchived: true } }
  await app.send('PUT', '/admin/edit-domain', { token, body: archived })
  expect((await copy({ id: domain._id, name: 'Next' })).body.domain).toMatchObject({
    weeks: 2,
    isArchived: false,
    lastWeek: null,
  })
  const empty = await app.send<{ domain: { _id: string } }>('POST', '/admin/add-domain', {
    token,
    body: { name: 'Empty' },
  })
  const { body } = await copy({ id: empty.body.domain._id, name: 'Empty too' })
  expect(body.domain).toMatchObject({ weeks: 0 })
})

test('a copy that is requested again with the same key is made once', async () => {
  const { domain, copy, names } = await start()
  const value = { id: domain._id, name: 'Copy' }
  const [one, other] = [await copy(value, 'once'), await copy(value, 'once')]
  expect(other.body).toEqual(one.body)
  expect(await names()).toEqual(['Copy', domain.name])
})

test('an invalid copy leaves nothing', async () => {
  const { domain, copy, names } = await start()
  for (const [value, status, message] of [
    [{ id: domain._id, name: domain.name.toUpperCase() }, 409, 'This domain already exists'],
    [{ id: 'none', name: 'Copy' }, 404, 'This domain does not exist'],
    [{ id: domain._id, name: '  ' }, 400, 'Domain name is required'],
    [{ id: domain._id }, 400, 'Domain name is required'],
  ] as const) {
    const { status: got, body } = await copy(value)
    expect([value, got, body.message]).toEqual([value, status, message])
  }
  expect(await names()).toEqual([domain.name])
})

test('of two copies under one name at once, one is made whole', async () => {
  const { domain, copy, names } = await start()
  const value = { id: domain._id, name: 'Copy' }
  const replies = await Promise.all([copy(value), copy(value)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await names()).toEqual(['Copy', domain.name])
})

test('only an admin copies domains', async () => {
  const { app, domain, names } = await start()
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    const { token } = await makePerson(app, role, { domain })
    const body = { value: { id: domain._id, name: 'Mine' } }
    expect((await app.send('POST', '/admin/copy-domain', { token, body })).status).toBe(401)
  }
  expect(await names()).toEqual([domain.name])
})
