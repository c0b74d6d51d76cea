import { expect, test } from 'vitest'
import { addPerson, blockUnblock } from '#contract/accounts/accounts.ts'
import { runBulkAction } from '#contract/accounts/bulk-actions.ts'
import { revokeInvitation } from '#contract/accounts/change-invitation.ts'
import {
  getSessionOnlyReason,
  sessionOnlyCalls,
  sessionOnlyFields,
} from '#contract/kit/api-tokens/session-only.ts'
import { sessionNeeded } from '#contract/kit/refusal.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { importPeople } from '#contract/people/import-people.ts'
import { profileRoles, type Role, roles } from '#contract/roles.ts'
import { getSchoolSettings, saveSchoolSettings } from '#contract/school/settings.ts'
import { listWebhooks } from '#contract/webhooks/webhooks.ts'
import { makeApiToken } from '#test/accounts/api-token.ts'
import { getInviteSecret } from '#test/accounts/onboard.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { endpoints } from '#test/endpoints.ts'
import { makePerson } from '#test/factories.ts'
import { insertCalendar } from '#test/private-calendar/insert.ts'
import { listCallsOfRole, makeCall } from '#test/rights/make-call.ts'
import { makeRelatedPeople } from '#test/rights/related-people.ts'
import { insertWebhook } from '#test/webhooks/factories.ts'

test('every call and field that only a session may use exists, and has a reason', () => {
  for (const call of [...sessionOnlyCalls.keys(), ...sessionOnlyFields.keys()]) {
    expect({ call, role: endpoints.get(call)?.role }).toEqual({ call, role: expect.any(String) })
  }
  expect(
    [...sessionOnlyCalls.values()].filter((reason) => !/^[A-Z].{20,}[^.]$/.test(reason)),
  ).toEqual([])
})

async function start() {
  const app = await startApp({ smtpUrl: undefined })
  const { _id, token: session } = await makePerson(app, 'admin')
  const { token } = await makeApiToken(app, _id, { scopes: ['write'] })
  return { app, session, token }
}

const refused = (field: string) => ({
  status: 403,
  body: { message: sessionNeeded.message, errors: { [field]: sessionNeeded.message } },
})

test('an API token cannot change the email of anybody, which could then get a password link', async () => {
  const { app, session, token } = await start()
  for (const role of roles) {
    const { _id: id } = await makePerson(app, role)
    const value = { id, name: 'Ana Berg', email: 'x@evil.test' }
    const { status, body } = await app.call(editPerson[role], { token, body: { value } })
    if (role === 'admin')
      expect({ status, body }).toEqual({ status: 403, body: { message: sessionNeeded.message } })
    else expect({ status, body }).toEqual(refused('email'))
    const named = { body: { value: { id, name: 'Ana Berg' } } }
    expect((await app.call(editPerson[role], { token, ...named })).status).toBe(
      role === 'admin' ? 403 : 200,
    )
    const asSession = await app.call(editPerson[role], {
      token: session,
      body: { value: { ...value, email: `${role}@new.test` } },
    })
    expect(asSession.status).toBe(200)
  }
})

test('an API token cannot redirect email: the mail server and the sender need a session', async () => {
  const { app, session, token } = await start()
  const mailServer = {
    host: 'mail.evil.test',
    port: 465,
    encryption: 'tls' as const,
    user: '',
    password: '',
  }
  for (const [field, value] of [
    ['mailServer', { mailServer }],
    ['mailServer', { mailServer: null }],
    ['mailFrom', { mailFrom: 'x@evil.test' }],
  ] as const) {
    for (const body of [value, { value }]) {
      const { status, body: answer } = await app.send('PUT', '/admin/school-settings', {
        token,
        body,
      })
      expect({ status, body: answer }).toEqual(refused(field))
    }
  }
  const named = await app.call(saveSchoolSettings, { token, body: { name: 'North' } })
  expect(named.status).toBe(200)
  const { body } = await app.call(getSchoolSettings, { token: session })
  expect([body.name, body.mailServer, body.mailFrom]).toEqual(['North', null, null])
})

test('a reply to an API token has no invitation link, also when it is repeated; a session’s has', async () => {
  const { app, session, token } = await start()
  for (const role of profileRoles) {
    const key = `add ${role}`
    const body = { name: 'Ana', email: `ana-${role}@new.test` }
    for (const _ of ['first', 'repeated']) {
      const added = await app.call(addPerson[role], { token, key, body })
      expect({ status: added.status, body: added.body }).toEqual({
        status: 200,
        body: { message: 'User added successfully.' },
      })
    }
    const { id } = await app.context.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', body.email)
      .executeTakeFirstOrThrow()
    const invite = { body: { id, action: 'block' as const } }
    const again = await app.call(blockUnblock[role], { token, ...invite })
    expect(again.body).toEqual({ message: 'Invitation sent.' })
    const bySession = await app.call(blockUnblock[role], { token: session, ...invite })
    expect(getInviteSecret(bySession.body.inviteUrl)).toMatch(/^[\w-]{43}$/)
    const many = { body: { ids: [id], action: 'invite' as const } }
    const byToken = await app.call(runBulkAction[role], { token, ...many })
    expect(byToken.body).toEqual({
      message: 'Done for 1 of 1.',
      done: [id],
      refused: [],
      slotsLost: 0,
    })
    const shared = await app.call(runBulkAction[role], { token: session, ...many })
    expect(shared.body.invitations).toHaveLength(1)
    const revoked = await app.call(revokeInvitation, { token, body: { value: { id } } })
    expect(revoked.status).toBe(403)
  }
  const imported = await importOne(app, token, 'Bo')
  expect(imported.body).toMatchObject({ added: 1 })
  expect(imported.body).not.toHaveProperty('invitations')
  expect((await importOne(app, session, 'Cy')).body.invitations).toHaveLength(1)
})

const importOne = (app: TestApp, token: string, name: string) =>
  app.call(importPeople, {
    token,
    body: { value: { role: 'student', csv: `Name,Email\n${name},${name}@new.test`, apply: 'all' } },
  })

test('an API token that only reads sees the host of a webhook’s address, which may hold a secret', async () => {
  const { app, session, token } = await start()
  await insertWebhook(app, { id: 'hook', url: 'https://chat.test/hook/a-secret' })
  const { _id } = await makePerson(app, 'admin')
  const { token: reader } = await makeApiToken(app, _id, { scopes: ['read'] })
  const { token: manager } = await makeApiToken(app, _id, { scopes: ['manage webhooks'] })
  const seen = []
  for (const one of [reader, manager, token, session]) {
    const { body } = await app.call(listWebhooks, { token: one })
    seen.push(body[0]?.url)
  }
  const whole = 'https://chat.test/hook/a-secret'
  expect(seen).toEqual(['chat.test', whole, whole, whole])
})

test.each(roles)(
  'no reply to an API token that reads has a stored secret: %s',
  {
    timeout: 120_000,
  },
  async (role) => {
    const app = await startApp({ smtpUrl: 'smtp://user:readable-secret@mail.test' })
    const readable: string[] = []
    for (const call of listCallsOfRole(role)) {
      if (call.endpoint.method !== 'GET' || getSessionOnlyReason(call.endpoint)) continue
      const circle = await makeRelatedPeople(app)
      await call.before?.(app, circle)
      await storeSecrets(app, circle.people)
      const { token } = await makeApiToken(app, circle.people[role], { scopes: ['read'] })
      const { status, body } = await makeCall(app, call, call.input(circle), token)
      expect({ call: call.name, status }).toEqual({ call: call.name, status: 200 })
      if (JSON.stringify(body).includes('readable-secret')) readable.push(call.name)
    }
    expect(readable).toEqual([])
  },
)

/** Stores what the server must be able to read, for these people and in what is there. */
async function storeSecrets(app: TestApp, people: Record<Role, string>): Promise<void> {
  const { db } = app.context
  await insertWebhook(app)
  await db.deleteFrom('private_calendars').where('reviewer_id', '=', people.reviewer).execute()
  await insertCalendar(app, people.reviewer, app.time.now)
  const url = 'https://elsewhere.test/path/readable-secret/1234'
  const secret = 'readable-secret'
  await db.updateTable('webhooks').set({ url, secret, old_secret: secret }).execute()
  await db.updateTable('private_calendars').set({ url }).execute()
  const factor = { secret, confirmed_at: 1, last_step: 0, created_at: 1 }
  for (const person_id of Object.values(people)) {
    await db.deleteFrom('second_factors').where('person_id', '=', person_id).execute()
    await db
      .insertInto('second_factors')
      .values({ ...factor, person_id })
      .execute()
  }
}
