import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { listPeople } from '#contract/people/people.ts'
import { getProfile } from '#contract/people/profile.ts'
import type { Tables } from '#server/database/tables.ts'
import {
  choosePassword,
  fillProfile,
  getInviteSecret,
  invitePerson,
  makeProfileCompletion,
  onboard,
  password,
  readPersonId,
} from '#test/accounts/onboard.ts'
import { startApp } from '#test/app.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import { readMailsTo } from '#test/mail/mails.ts'

const roles = ['student', 'advisor', 'reviewer'] as const

async function start() {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const changeRole = (value: unknown, key?: string) =>
    app.send<{ message: string; inviteUrl: string }>('PUT', '/admin/change-role', {
      token,
      body: { value },
      ...(key !== undefined && { key }),
    })
  return { app, token, changeRole }
}

test.each([
  ['student', 'advisor'],
  ['advisor', 'reviewer'],
  ['reviewer', 'student'],
] as const)('an invited %s becomes an invited %s, with a new email and link', async (from, to) => {
  const { app, token, changeRole } = await start()
  const invited = await invitePerson(app, from)
  await choosePassword(app, invited)
  const { status, body } = await changeRole({ id: await readPersonId(app, invited), role: to })
  expect([status, body.message]).toEqual([200, 'Invitation sent.'])
  expect((await choosePassword(app, invited)).status).toBe(404)
  expect((await app.call(listPeople[from], { token })).body).toEqual([])
  expect((await app.call(listPeople[to], { token })).body).toMatchObject([
    { email: invited.email, isProfileVerified: false },
  ])
  const [mail, ...others] = (await readMailsTo(app, invited.email)).filter(
    ({ body }) => body !== '',
  )
  expect(others).toEqual([])
  expect(mail?.body).toContain(body.inviteUrl)
  expect(mail?.body).toContain(`as ${to === 'advisor' ? 'an' : 'a'} ${to}`)

  const fresh = { role: to, secret: getInviteSecret(body.inviteUrl) }
  // The password set through the old link is gone.
  const profile = await makeProfileCompletion(app)
  expect((await fillProfile(app, fresh, profile)).status).toBe(409)
  await choosePassword(app, fresh)
  expect((await fillProfile(app, fresh, profile)).status).toBe(200)
  const path = to === 'student' ? '/login' : `/${to}/login`
  const login = await app.send<Record<string, { token: string }>>('POST', path, {
    body: { email: invited.email, password },
  })
  const session = Object.values(login.body)[0]?.token ?? ''
  expect((await app.call(getProfile[to], { token: session })).status).toBe(200)
})

type Person = Tables['people']
/** The columns that may be null. */
type Clearable = Exclude<
  { [Column in keyof Person]: null extends Person[Column] ? Column : never }[keyof Person],
  'password_hash' | 'verified_at'
>

test('no column that only students have is left behind', async () => {
  const { app, changeRole } = await start()
  const { db } = app.context
  const id = await readPersonId(app, await invitePerson(app, 'student'))
  const advisor = await makePerson(app, 'advisor')
  const read = () =>
    db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  // A new column has to be added to one of these.
  const ofStudents = {
    domain_id: (await makeDomain(app))._id,
    week: 3,
    first_advisor_id: advisor._id,
    paused_at: 1,
    paused_until: '2026-05-01',
    pause_reason: 'An exam',
    finished_at: 2,
    outcome: 'left' as const,
    finish_reason: 'A job',
  }
  const ofEveryRole: Record<Exclude<Clearable, keyof typeof ofStudents>, true> = {
    ...({ blocked_at: true, erased_at: true, invited_at: true, import_id: true } as const),
    ...({ number: true, gender: true, qualification: true } as const),
    ...({ address: true, dob: true, age: true } as const),
  }
  await db.updateTable('people').set(ofStudents).where('id', '=', id).execute()
  expect((await changeRole({ id, role: 'advisor' })).status).toBe(200)
  const left = Object.entries(await read()).filter(
    ([column, value]) => column in ofStudents && value !== null,
  )
  expect(left).toEqual([])
  const known = [...Object.keys(ofStudents), ...Object.keys(ofEveryRole)]
  expect(Object.keys(await read()).toSorted()).toEqual(
    [...known, ...always, 'password_hash', 'verified_at'].toSorted(),
  )
})

const always = ['id', 'role', 'name', 'email', 'search_key', 'sort_key', 'created_at']

test('the audit log says which role it was', async () => {
  const { app, token, changeRole } = await start()
  const id = await readPersonId(app, await invitePerson(app, 'student'))
  await changeRole({ id, role: 'reviewer' })
  const { body } = await app.call(listAuditLog, { token, query: { kind: 'people' } })
  expect(body[0]).toMatchObject({
    deed: 'role-changed',
    before: { role: 'student' },
    after: { role: 'reviewer' },
  })
})

test('what cannot be is refused, and the invitation stays as it was', async () => {
  const { app, changeRole } = await start()
  const invited = await invitePerson(app, 'student')
  const id = await readPersonId(app, invited)
  const joined = await onboard(app, 'advisor')
  for (const [value, status, message] of [
    [{ id: joined._id, role: 'student' }, 409, 'This person has already joined.'],
    [{ id, role: 'student' }, 409, 'This person is already invited with this role.'],
    [{ id: 'nobody', role: 'student' }, 404, 'This person does not exist'],
    [{ id, role: 'admin' }, 400, undefined],
    [{ id }, 400, undefined],
    [{ role: 'student' }, 400, undefined],
  ] as const) {
    const { body, ...reply } = await changeRole(value)
    expect({ value, status: reply.status }).toEqual({ value, status })
    if (message !== undefined) expect(body.message).toBe(message)
  }
  expect(await readMailsTo(app, invited.email)).toHaveLength(1)
  expect((await choosePassword(app, invited)).status).toBe(200)
})

test('a call sent again makes no second link', async () => {
  const { app, changeRole } = await start()
  const invited = await invitePerson(app, 'student')
  const value = { id: await readPersonId(app, invited), role: 'advisor' }
  const [first, again] = [await changeRole(value, 'once'), await changeRole(value, 'once')]
  expect(again.body).toEqual(first.body)
  expect(await readMailsTo(app, invited.email)).toHaveLength(2)
})

test('of a change of role and a profile sent at once, one counts', async () => {
  const { app, token, changeRole } = await start()
  const profile = await makeProfileCompletion(app)
  for (let round = 0; round < 5; round++) {
    const invited = await invitePerson(app, 'student')
    const id = await readPersonId(app, invited)
    await choosePassword(app, invited)
    const [filled, changed] = await Promise.all([
      fillProfile(app, invited, profile),
      changeRole({ id, role: 'reviewer' }),
    ])
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([filled.status, changed.status])
    const query = { search: invited.email }
    const counts = await Promise.all(
      roles.map(async (role) => (await app.call(listPeople[role], { token, query })).body.length),
    )
    expect(counts).toEqual(filled.status === 200 ? [1, 0, 0] : [0, 0, 1])
  }
  expect(app.errors).toEqual([])
})
