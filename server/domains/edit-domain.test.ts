import { expect, test } from 'vitest'
import { listInvitationDomains } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { domainRefusals } from '#contract/domains/domain.ts'
import { copyDomain, editDomain, listDomains } from '#contract/domains/domains.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { importPeople } from '#contract/people/import-people.ts'
import { addTask, editTask, listDomainTasks } from '#contract/tasks/tasks.ts'
import { mailNotifications } from '#server/notifications/mail/mail-notifications.ts'
import { choosePassword, fillProfile, invitePerson, makeProfile } from '#test/accounts/onboard.ts'
import { startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview } from '#test/factories.ts'
import { taskLines } from '#test/schools/school-with-domain.ts'

async function start() {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin', { name: 'Grace' })
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data')]
  const edit = (value: Record<string, unknown>, key?: string) =>
    app.send<{ message: string; domain: unknown; errors?: unknown }>('PUT', '/admin/edit-domain', {
      token,
      body: { value },
      ...(key && { key }),
    })
  const list = async (state?: 'active' | 'archived') => {
    const query = state ? { state } : {}
    const { body } = await app.call(listDomains, { token, query })
    return body.map(({ name, isArchived }) => (isArchived ? `${name} (archived)` : name))
  }
  const actions = async () => {
    const { body } = await app.call(listAuditLog, { token, query: { kind: 'domains' } })
    return body.map(({ deed, before, after }) => ({ deed, before, after }))
  }
  return { app, token, web, data, edit, list, actions }
}

test('a renamed domain has its new place in the list, and its old name is free', async () => {
  const { app, token, web, edit, list, actions } = await start()
  const { status, body } = await edit({ id: web._id, name: '  Application   Design ' })
  const domain = { _id: web._id, name: 'Application Design', isArchived: false, lastWeek: null }
  expect([status, body]).toEqual([200, { message: 'Saved', domain }])
  expect(await list()).toEqual(['Application Design', 'Data'])
  expect(await actions()).toEqual([
    { deed: 'domain-changed', before: { name: 'Web' }, after: { name: 'Application Design' } },
  ])
  const added = await app.send('POST', '/admin/add-domain', { token, body: { name: 'web' } })
  expect(added.status).toBe(200)
})

test('the students of a renamed domain and their advisors are notified in the app, without emails', async () => {
  const { app, web, data, edit } = await start()
  const advisor = await makePerson(app, 'advisor')
  const other = await makePerson(app, 'advisor')
  const student = await makePerson(app, 'student', { domain: web })
  const elsewhere = await makePerson(app, 'student', { domain: data })
  await makeReview(app, { student, advisor })
  await makeReview(app, { student: elsewhere, advisor: other })
  await edit({ id: web._id, name: 'Web' })
  await edit({ id: web._id, isArchived: true })
  await edit({ id: web._id, name: 'Design' })
  const texts = async (role: 'student' | 'advisor', { token }: { token: string }) =>
    (await app.call(listNotifications[role], { token, query: {} })).body.map(({ text }) => text)
  const renamed = ['Grace renamed the domain Web to Design.']
  expect([await texts('student', student), await texts('advisor', advisor)]).toEqual([
    renamed,
    renamed,
  ])
  expect([await texts('student', elsewhere), await texts('advisor', other)]).toEqual([[], []])
  app.time.now += 10 * minuteMs
  await mailNotifications(app.context)
  expect(await app.context.db.selectFrom('outbox').select('id').execute()).toEqual([])
})

test('a domain’s own name can change its letter case, but not to another’s name', async () => {
  const { web, edit, list } = await start()
  expect((await edit({ id: web._id, name: 'WEB' })).status).toBe(200)
  const { status, body } = await edit({ id: web._id, name: 'dATA' })
  expect([status, body.message]).toEqual([409, domainRefusals.nameTaken.message])
  expect(await list()).toEqual(['Data', 'WEB'])
})

test('of two renames to one name at once, one is refused', async () => {
  const { web, data, edit, list } = await start()
  const replies = await Promise.all([web, data].map(({ _id: id }) => edit({ id, name: 'Code' })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await list()).filter((name) => name === 'Code')).toHaveLength(1)
})

test('an archived domain is listed as such, and can be brought back', async () => {
  const { web, edit, list, actions } = await start()
  for (const _ of [1, 2]) {
    const { body } = await edit({ id: web._id, isArchived: true })
    expect(body.domain).toEqual({ ...web, isArchived: true, lastWeek: null })
  }
  expect(await list()).toEqual(['Data', 'Web (archived)'])
  expect(await list('active')).toEqual(['Data'])
  expect(await list('archived')).toEqual(['Web (archived)'])
  await edit({ id: web._id, isArchived: false })
  expect(await list('active')).toEqual(['Data', 'Web'])
  expect((await actions()).map(({ deed }) => deed)).toEqual(['domain-restored', 'domain-archived'])
})

test('the last week of a course is set within the weeks there are, listed, and taken back', async () => {
  const { app, token, web, edit, actions } = await start()
  const listed = async () => (await app.call(listDomains, { token, query: {} })).body.at(-1)
  expect(await listed()).toMatchObject({ name: 'Web', lastWeek: null })
  const { body } = await edit({ id: web._id, lastWeek: 12 })
  expect(body.domain).toEqual({ ...web, isArchived: false, lastWeek: 12 })
  expect(await listed()).toMatchObject({ lastWeek: 12 })
  const tasks = await app.call(listDomainTasks, { token, query: { domain: web._id } })
  expect(tasks.body[0]?.domain).toMatchObject({ lastWeek: 12 })
  const copied = await app.call(copyDomain, {
    token,
    body: { value: { id: web._id, name: 'Web 2' } },
  })
  expect(copied.body.domain).toMatchObject({ lastWeek: 12 })
  for (const wrong of [0, 31, 2.5, '12']) {
    expect(await edit({ id: web._id, lastWeek: wrong })).toMatchObject({
      status: 400,
      body: { errors: { lastWeek: 'Please choose a week from 1 to 30' } },
    })
  }
  await edit({ id: web._id, lastWeek: null })
  const ofWeb = (await actions()).filter(({ deed }) => deed === 'domain-changed')
  expect(ofWeb[0]).toMatchObject({ before: { last_week: 12 }, after: { last_week: null } })
})

test('an edit that is sent again with the same key changes nothing more', async () => {
  const { web, edit, list, actions } = await start()
  await edit({ id: web._id, isArchived: true }, 'once')
  await edit({ id: web._id, isArchived: false })
  expect((await edit({ id: web._id, isArchived: true }, 'once')).status).toBe(200)
  expect(await list('archived')).toEqual([])
  expect(await actions()).toHaveLength(2)
})

test('an invited person is not offered an archived domain, and cannot choose it', async () => {
  const { app, web, data, edit } = await start()
  await edit({ id: web._id, isArchived: true })
  for (const role of ['student', 'reviewer'] as const) {
    const invited = await invitePerson(app, role)
    await choosePassword(app, invited)
    const params = { id: invited.secret }
    const { body: offered } = await app.call(listInvitationDomains[role], { params })
    expect(offered).toEqual([data])
    const refused = await fillProfile(app, invited, makeProfile([web]))
    expect([refused.status, refused.body]).toEqual([
      409,
      { message: 'This domain is archived. Please choose another one.' },
    ])
    expect((await fillProfile(app, invited, makeProfile([data]))).status).toBe(200)
  }
})

test('a person keeps an archived domain, and nobody gets it anew', async () => {
  const { app, token, web, data, edit } = await start()
  const student = await makePerson(app, 'student', { domain: web })
  const newcomer = await makePerson(app, 'student', { domain: data })
  const reviewer = await makePerson(app, 'reviewer')
  const change = (role: 'student' | 'reviewer', value: Record<string, unknown>) =>
    app.send<{ message: string; user: unknown }>('PUT', `/admin/edit-${role}`, {
      token,
      body: { value },
    })
  await change('reviewer', { id: reviewer._id, domains: [web._id] })
  await edit({ id: web._id, isArchived: true })
  const kept = await change('student', { id: student._id, domain: web._id, name: 'Lars' })
  expect(kept.body.user).toMatchObject({ name: 'Lars', domain: web })
  const both = await change('reviewer', { id: reviewer._id, domains: [data._id, web._id] })
  expect(both.body.user).toMatchObject({ domains: [data, web] })
  await change('reviewer', { id: reviewer._id, domains: [data._id] })
  for (const refused of [
    await change('student', { id: newcomer._id, domain: web._id }),
    await change('reviewer', { id: reviewer._id, domains: [data._id, web._id] }),
  ]) {
    expect([refused.status, refused.body.message]).toEqual([409, domainRefusals.archived.message])
  }
})

test('an import into an archived domain is a problem of its line', async () => {
  const { app, token, web, edit } = await start()
  await edit({ id: web._id, isArchived: true })
  const csv = 'name,email,domain\nNova,nova@school.test,WEB\n'
  const { body } = await app.call(importPeople, {
    token,
    body: { value: { role: 'student', csv, apply: 'none' } },
  })
  expect(body.rows.map(({ problems }) => problems)).toEqual([['The domain ‘Web’ is archived']])
})

test('an archived domain gets no new task, and the ones it has can be corrected', async () => {
  const { app, token, web, edit } = await start()
  const add = (weekNo: number) =>
    app.call(addTask, { token, body: { weekNo, domain: web._id, ...taskLines } })
  const { body: added } = await add(1)
  await edit({ id: web._id, isArchived: true })
  const refused = await add(2)
  expect([refused.status, refused.body.message]).toEqual([409, domainRefusals.archived.message])
  const value = { week: 3, ...taskLines }
  const edited = await app.call(editTask, { token, body: { id: added.task._id, value } })
  expect(edited.status).toBe(200)
  const { body } = await app.call(listDomainTasks, { token, query: { domain: web._id } })
  expect(body[0]).toMatchObject({ domain: { ...web, isArchived: true }, tasks: [{ week: 3 }] })
})

test('what is no edit of a domain is refused', async () => {
  const { web, edit, list } = await start()
  for (const [value, status, message] of [
    [{ id: 'none', name: 'Code' }, 404, 'This domain does not exist'],
    [{ id: web._id, name: ' ' }, 400, 'Domain name is required'],
    [{ id: web._id, name: 7 }, 400, 'Domain name is required'],
    [{ id: web._id, isArchived: 'yes' }, 400, undefined],
    [{ name: 'Code' }, 400, undefined],
  ] as const) {
    const refused = await edit(value)
    expect({ value, status: refused.status }).toEqual({ value, status })
    if (message) expect(refused.body.message).toBe(message)
  }
  expect(await list()).toEqual(['Data', 'Web'])
})

test('only an admin edits domains', async () => {
  const { app, web, list } = await start()
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    const { token } = await makePerson(app, role, { domain: web })
    const body = { value: { id: web._id, name: 'Mine' } }
    expect((await app.call(editDomain, { token, body })).status).toBe(401)
  }
  expect(await list()).toEqual(['Data', 'Web'])
})
