import { expect, test } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { revokeInvitation } from '#contract/accounts/change-invitation.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { listPeople } from '#contract/people/people.ts'
import {
  choosePassword,
  fillProfile,
  invitePerson,
  makeProfileCompletion,
  onboard,
  readPersonId,
} from '#test/accounts/onboard.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

const roles = ['student', 'advisor', 'reviewer'] as const

async function start() {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin', { name: 'Grace' })
  const revoke = (id: unknown) =>
    app.send<{ message: string }>('PUT', '/admin/revoke-invitation', {
      token,
      body: { value: { id } },
    })
  return { app, token, revoke }
}

const readMails = (app: TestApp, email: string) =>
  app.context.db
    .selectFrom('outbox')
    .select(['person_id', 'body', 'dropped_at', 'sent_at'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()

test.each(roles)(
  'a revoked %s is gone: the link is dead, unsent emails are dropped, the email address is free',
  async (role) => {
    const { app, token, revoke } = await start()
    const invited = await invitePerson(app, role)
    const { status, body } = await revoke(await readPersonId(app, invited))
    expect([status, body.message]).toEqual([200, 'The invitation is revoked.'])
    expect((await choosePassword(app, invited)).status).toBe(404)
    expect((await app.call(listPeople[role], { token })).body).toEqual([])
    expect(await readMails(app, invited.email)).toEqual([
      { person_id: null, body: '', dropped_at: monday, sent_at: null },
    ])
    const again = { name: 'Nova', email: invited.email }
    expect((await app.call(addPerson.reviewer, { token, body: again })).status).toBe(200)
  },
)

test('an email that was sent stays among the emails', async () => {
  const { app, revoke } = await start()
  const invited = await invitePerson(app, 'student')
  await app.context.db.updateTable('outbox').set({ sent_at: monday, body: '' }).execute()
  await revoke(await readPersonId(app, invited))
  expect(await readMails(app, invited.email)).toEqual([
    { person_id: null, body: '', dropped_at: null, sent_at: monday },
  ])
})

test('the audit log keeps the name of somebody who set a password and was then revoked', async () => {
  const { app, token, revoke } = await start()
  const invited = await invitePerson(app, 'advisor')
  const id = await readPersonId(app, invited)
  await choosePassword(app, invited)
  expect((await revoke(id)).status).toBe(200)
  const { body } = await app.call(listAuditLog, { token, query: { kind: 'people' } })
  const about = { kind: 'people', _id: id, name: 'New advisor' }
  const who = { _id: id, name: 'New advisor', email: invited.email, role: 'advisor' }
  expect(body).toMatchObject([
    {
      deed: 'invitation-revoked',
      who: { name: 'Grace' },
      about,
      after: null,
      before: { name: 'New advisor', email: invited.email, password_hash: '…' },
    },
    { deed: 'password-chosen', who, about },
    { deed: 'person-added', about },
  ])
})

test('somebody who has joined stays: 409, and an unknown person is a 404', async () => {
  const { app, token, revoke } = await start()
  const student = await onboard(app, 'student')
  expect(await revoke(student._id)).toMatchObject({
    status: 409,
    body: { message: 'This person has already joined.' },
  })
  expect((await app.call(listPeople.student, { token })).body).toHaveLength(1)
  expect(await revoke('nobody')).toMatchObject({
    status: 404,
    body: { message: 'This person does not exist' },
  })
  for (const id of [undefined, 7, 'x'.repeat(101)]) expect((await revoke(id)).status).toBe(400)
})

test('a revocation twice at once happens once, and one sent again answers the same', async () => {
  const { app, token, revoke } = await start()
  const id = await readPersonId(app, await invitePerson(app, 'student'))
  const both = await Promise.all([revoke(id), revoke(id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  const other = await readPersonId(app, await invitePerson(app, 'student'))
  const body = { value: { id: other } }
  for (const _ of [1, 2]) {
    const call = { token, body, key: 'once' }
    expect((await app.call(revokeInvitation, call)).status).toBe(200)
  }
})

test('of a revocation and a profile sent at once, one counts', async () => {
  const { app, token, revoke } = await start()
  const profile = await makeProfileCompletion(app)
  for (let round = 0; round < 5; round++) {
    const invited = await invitePerson(app, 'student')
    const id = await readPersonId(app, invited)
    await choosePassword(app, invited)
    const [filled, revoked] = await Promise.all([fillProfile(app, invited, profile), revoke(id)])
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([filled.status, revoked.status])
    const { body } = await app.call(listPeople.student, {
      token,
      query: { search: invited.email },
    })
    expect(body).toHaveLength(filled.status === 200 ? 1 : 0)
  }
  expect(app.errors).toEqual([])
})
