import { expect, test } from 'vitest'
import { addPerson, blockUnblock, login } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { listDomains } from '#contract/domains/domains.ts'
import { roles } from '#contract/roles.ts'
import { demoLogins, getSchool } from '#contract/school/school.ts'
import { seedDemo } from '#seed/demo.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { convertDemoSchool } from './convert-demo-school.ts'

const head = { email: 'head@school.test', password: 'a good password' }

const wrongPassword = { message: 'password is incorrect' }

/** Adds a real advisor and an open invitation to a demo school. */
async function start() {
  const app = await startApp({ demo: true })
  await seedDemo(app.context)
  const demoAdmin = await app.call(login.admin, { body: demoLogins.admin })
  const token = String(demoAdmin.body.message?.token)
  const ana = await makePerson(app, 'advisor')
  const body = { name: 'Ben', email: 'ben@school.test' }
  expect((await app.call(addPerson.advisor, { token, body })).status).toBe(200)
  return { app, token, ana }
}

test('demo people are locked out, real people and everything else stay, and the new admin signs in', async () => {
  const { app, token, ana } = await start()
  const before = await app.context.db.selectFrom('people').select('id').execute()
  const reviews = await app.context.db.selectFrom('reviews').selectAll().orderBy('id').execute()
  const done = await convertDemoSchool(app.context, head)
  expect(done.added).toBe(head.email)
  expect(done.blocked).toBeGreaterThan(60)

  for (const role of roles) {
    const { body } = await app.call(login[role], { body: demoLogins[role] })
    expect(body).toEqual(wrongPassword)
  }
  expect((await app.call(listDomains, { token })).status).toBe(401)
  expect((await app.send('GET', '/advisor/profile', { token: ana.token })).status).toBe(200)
  const entered = await app.call(login.admin, { body: head })
  expect(entered.body.message?.status).toBe(true)
  expect((await app.call(getSchool, {})).body.demoLogins).toBeNull()
  expect(await app.context.db.selectFrom('people').select('id').execute()).toHaveLength(
    before.length + 1,
  )
  expect(await app.context.db.selectFrom('reviews').selectAll().orderBy('id').execute()).toEqual(
    reviews,
  )
  // Of the invited people only the real one can still join.
  const invited = await app.context.db
    .selectFrom('invitations')
    .innerJoin('people', 'people.id', 'person_id')
    .select('email')
    .execute()
  expect(invited).toEqual([{ email: 'ben@school.test' }])

  const auditLog = await app.call(listAuditLog, {
    token: String(entered.body.message?.token),
    query: { limit: 1000 },
  })
  const byCommand = auditLog.body.filter(({ call }) => call === 'npm run start-over')
  expect(byCommand.length).toBeGreaterThan(done.blocked)
})

test('nothing changes if nobody could sign in afterwards', async () => {
  const { app, token } = await start()
  const before = await app.context.db.selectFrom('people').selectAll().orderBy('id').execute()
  await expect(convertDemoSchool(app.context, undefined)).rejects.toThrow()
  await expect(
    convertDemoSchool(app.context, { ...head, email: 'ben@school.test' }),
  ).rejects.toThrow('This email is already in use')
  await expect(convertDemoSchool(app.context, { ...head, password: 'trustno1' })).rejects.toThrow()
  expect(await app.context.db.selectFrom('people').selectAll().orderBy('id').execute()).toEqual(
    before,
  )
  expect((await app.call(listDomains, { token })).status).toBe(200)
  expect((await app.call(getSchool, {})).body.demoLogins).not.toBeNull()
})

test('no admin is added if the school has one of its own', async () => {
  const { app } = await start()
  await makePerson(app, 'admin')
  expect(await convertDemoSchool(app.context, undefined)).toMatchObject({ added: undefined })
})

test('unblocking a demo person does not let in everyone who knows the demo password', async () => {
  const { app, token } = await start()
  const studentOfDemo = { email: demoLogins.student.email }
  const find = (email: string) =>
    app.context.db.selectFrom('people').selectAll().where('email', '=', email)
  const { id } = await find(studentOfDemo.email).executeTakeFirstOrThrow()
  const advisor = await find(demoLogins.advisor.email).executeTakeFirstOrThrow()
  // Someone blocked before, who can be unblocked as well.
  const block = { id: advisor.id, action: 'block' as const }
  expect((await app.call(blockUnblock.advisor, { token, body: block })).status).toBe(200)
  const secondFactor = { person_id: id, secret: 's', confirmed_at: 1, last_step: 0, created_at: 1 }
  await app.context.db.insertInto('second_factors').values(secondFactor).execute()
  await convertDemoSchool(app.context, head)
  const entered = await app.call(login.admin, { body: head })
  const own = { token: String(entered.body.message?.token) }
  for (const [role, personId] of [
    ['student', id],
    ['advisor', advisor.id],
  ] as const) {
    const body = { id: personId, action: 'unblock' as const }
    expect((await app.call(blockUnblock[role], { ...own, body })).status).toBe(200)
    const { body: reply } = await app.call(login[role], { body: demoLogins[role] })
    expect(reply).toEqual(wrongPassword)
  }
  expect(await app.context.db.selectFrom('second_factors').selectAll().execute()).toEqual([])
})
