import { expect, test } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { checkInvitation } from '#contract/accounts/links/check-links.ts'
import { editDomain } from '#contract/domains/domains.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { listPeople } from '#contract/people/people.ts'
import {
  choosePassword,
  fillProfile,
  getInviteSecret,
  makeProfile,
} from '#test/accounts/onboard.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import { readMailsTo } from '#test/mail/mails.ts'

const roles = ['student', 'advisor', 'reviewer'] as const
const ada = { name: 'Ada Lovelace', email: 'ada@school.test' }
const mails = ({ context }: TestApp) => context.db.selectFrom('outbox').selectAll().execute()

test.each([
  ['student', 'http://weekward.test/set-password/'],
  ['advisor', 'http://weekward.test/advisor/set-password/'],
  ['reviewer', 'http://weekward.test/reviewer/set-password/'],
] as const)(
  'an added %s gets an email with the link that the admin sees too',
  async (role, start) => {
    const app = await startApp()
    const { token } = await makePerson(app, 'admin')

    const { status, body } = await app.call(addPerson[role], {
      token,
      body: { name: '  Ada Lovelace ', email: ' Ada@School.test ' },
    })
    expect(status).toBe(200)
    expect(body.message).toBe('User added successfully.')
    expect(body.inviteUrl?.startsWith(start)).toBe(true)
    expect(getInviteSecret(body.inviteUrl).length).toBeGreaterThanOrEqual(43)

    expect(await mails(app)).toHaveLength(1)
    const [mail] = await readMailsTo(app, ada.email)
    expect(mail?.recipient).toBe('ada@school.test')
    expect(mail?.subject).toBe('Your invitation to Weekward')
    expect(mail?.body).toContain('Hello Ada Lovelace,')
    expect(mail?.body).toContain(`\n${body.inviteUrl}\n`)
    expect(mail?.body).toContain('7 days')

    const { body: listed } = await app.send('GET', `/admin/all-${role}`, { token })
    expect(listed).toMatchObject([{ ...ada, isProfileVerified: false, isBlocked: false }])
  },
)

test('a name is stored in composed form, on one line, with single spaces', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const name = ' Ada\n \tMari\u0301a\u00a0\r\n\u202e Lovelace '
  await app.call(addPerson.student, { token, body: { ...ada, name } })
  const { body } = await app.send('GET', '/admin/all-student', { token })
  expect(body).toMatchObject([{ name: 'Ada Mar\u00eda Lovelace' }])
})

test('an invitation names the school', async () => {
  const app = await startApp({ schoolName: 'Blåklint' })
  const { token } = await makePerson(app, 'admin')
  await app.call(addPerson.student, { token, body: ada })
  const [mail] = await readMailsTo(app, ada.email)
  expect(mail?.subject).toBe('Your invitation to Blåklint')
  expect(mail?.body).toContain('You have been added to Blåklint as a student.')
})

test("an invitation's secret is not in the database", async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const { body } = await app.call(addPerson.student, { token, body: ada })
  const stored = await app.context.db.selectFrom('invitations').selectAll().execute()
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(getInviteSecret(body.inviteUrl))
})

test('a person without a name or a proper email is not added', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const cases = [
    [{ name: '' }, 'name', 'Name is required'],
    [{ name: '   ' }, 'name', 'Name is required'],
    [{ name: undefined }, 'name', 'Name is required'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: undefined }, 'email', 'Email is required'],
    [{ email: 'ada' }, 'email', 'Invalid email'],
    [{ email: 'ada@school.test\r\nBcc: all@school.test' }, 'email', 'Invalid email'],
  ] as const
  for (const role of roles) {
    for (const [wrong, field, message] of cases) {
      const refused = await app.send('POST', `/admin/add-${role}`, {
        token,
        body: { ...ada, ...wrong },
      })
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ message, errors: { [field]: message } })
    }
  }
  expect(await mails(app)).toEqual([])
})

test('an email address that any role has, in any letter case, is refused and nobody is emailed', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  for (const role of [...roles, 'admin'] as const) {
    await makePerson(app, role, { email: `${role}@school.test` })
    for (const added of roles) {
      const refused = await app.call(addPerson[added], {
        token,
        body: { name: 'Second', email: `${role.toUpperCase()}@School.test` },
      })
      expect(refused.status).toBe(409)
      expect(refused.body).toEqual({ message: 'This email is already in use' })
    }
  }
  expect(await mails(app)).toEqual([])
})

test('of two admins who add the same email at once, one is refused', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const replies = await Promise.all(
    roles.map((role) => app.call(addPerson[role], { token, body: ada })),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409])
  expect(await mails(app)).toHaveLength(1)
})

test('extra fields in the call give an added person no more rights', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  await app.send('POST', '/admin/add-student', {
    token,
    body: { ...ada, role: 'admin', verified_at: 1, isProfileVerified: true, week: 30, id: 'mine' },
  })
  const row = await app.context.db
    .selectFrom('people')
    .selectAll()
    .where('email', '=', ada.email)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ role: 'student', verified_at: null, week: null })
  expect(row.id).not.toBe('mine')
})

test('only an admin adds people', async () => {
  const app = await startApp()
  for (const role of roles) {
    const { token } = await makePerson(app, role)
    for (const added of roles) {
      for (const refused of [
        await app.call(addPerson[added], { token, body: ada }),
        await app.call(addPerson[added], { body: ada }),
      ]) {
        expect(refused.status).toBe(401)
        expect(refused.body).toMatchObject({ success: false, Auth: false })
      }
    }
  }
  expect(await mails(app)).toEqual([])
})

test('a student’s domain can be given with the invitation, and holds whatever their page sends', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data')]
  for (const sent of [web, data]) {
    const email = `${sent.name}@school.test`
    const body = { name: 'Ada', email, domain: web._id }
    const added = await app.call(addPerson.student, { token, body })
    const invited = { role: 'student', secret: getInviteSecret(added.body.inviteUrl) } as const
    const query = { search: email }
    const list = async () => (await app.call(listPeople.student, { token, query })).body
    expect(await list()).toMatchObject([{ domain: web, domains: [web], isProfileVerified: false }])
    const link = { params: { id: invited.secret } }
    expect((await app.call(checkInvitation.student, link)).body).toMatchObject({ domain: web })
    await choosePassword(app, invited)
    expect((await fillProfile(app, invited, makeProfile([sent]))).status).toBe(200)
    expect(await list()).toMatchObject([{ domain: web, isProfileVerified: true }])
  }
})

test('a reviewer’s profile starts with the domains an admin chose, except archived ones', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data')]
  const { body: added } = await app.call(addPerson.reviewer, { token, body: ada })
  const link = { params: { id: getInviteSecret(added.inviteUrl) } }
  const offered = async () => (await app.call(checkInvitation.reviewer, link)).body.domains
  expect(await offered()).toEqual([])
  const [invited] = (await app.call(listPeople.reviewer, { token })).body
  const value = { id: invited?._id ?? '', domains: [web._id, data._id] }
  await app.call(editPerson.reviewer, { token, body: { value } })
  expect(await offered()).toEqual([data, web])
  const archived = { id: web._id, isArchived: true }
  await app.call(editDomain, { token, body: { value: archived } })
  expect(await offered()).toEqual([data])
})

test('a domain that was archived since is asked for, and cannot be given any more', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const [web, data] = [await makeDomain(app, 'Web'), await makeDomain(app, 'Data')]
  const body = { ...ada, domain: web._id }
  const { body: added } = await app.call(addPerson.student, { token, body })
  await app.context.db
    .updateTable('domains')
    .set({ archived_at: monday })
    .where('id', '=', web._id)
    .execute()
  const params = { id: getInviteSecret(added.inviteUrl) }
  expect((await app.call(checkInvitation.student, { params })).body.domain).toBeNull()
  const other = { ...body, email: 'other@school.test' }
  const refused = await app.call(addPerson.student, { token, body: other })
  expect(refused).toMatchObject({
    status: 409,
    body: { message: 'This domain is archived. Please choose another one.' },
  })
  const invited = { role: 'student', secret: params.id } as const
  await choosePassword(app, invited)
  expect((await fillProfile(app, invited, makeProfile([data]))).status).toBe(200)
  const { body: list } = await app.call(listPeople.student, { token })
  expect(list).toMatchObject([{ domain: data, isProfileVerified: true }])
})

test('an unknown domain is refused, and nobody is added; other roles have none', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const refused = await app.call(addPerson.student, { token, body: { ...ada, domain: 'none' } })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ message: 'This domain does not exist' })
  expect(await mails(app)).toEqual([])
  const body = { ...ada, domain: 'none' }
  const { status } = await app.send('POST', '/admin/add-advisor', { token, body })
  expect(status).toBe(200)
})
