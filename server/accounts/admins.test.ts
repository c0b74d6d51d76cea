import { expect, test } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { revokeInvitation } from '#contract/accounts/change-invitation.ts'
import { resetSecondFactor, setSecondFactorRoles } from '#contract/accounts/second-factor.ts'
import { undoBlock } from '#contract/accounts/undo-block.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { listPeople } from '#contract/people/people.ts'
import {
  choosePassword,
  getInviteSecret,
  invitePerson,
  readPersonId,
} from '#test/accounts/onboard.ts'
import { callWithToken, signIn } from '#test/accounts/sign-in.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { readMailsTo } from '#test/mail/mails.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@school.test' }
const lastAdmin = { message: 'This is the last admin who can sign in. Add another admin first.' }

async function start() {
  const app = await startApp()
  const grace = await makePerson(app, 'admin', { name: 'Grace' })
  const block = (id: string, { action = 'block', token = grace.token } = {}) =>
    app.send<{ message: string; inviteUrl?: string }>('PATCH', '/admin/block-unblock-admin', {
      token,
      body: { id, action },
    })
  const list = async (query = {}) =>
    (await app.call(listPeople.admin, { token: grace.token, query })).body
  /** An admin who was invited and has set a password. */
  const join = async () => {
    const { body } = await app.call(addPerson.admin, { token: grace.token, body: ada })
    const invited = { role: 'admin', secret: getInviteSecret(body.inviteUrl) } as const
    await choosePassword(app, invited)
    return { ...invited, _id: await readPersonId(app, ada) }
  }
  return { app, grace, block, list, join }
}

test('an added admin gets an email, sets a password, and signs in without a profile', async () => {
  const { app, grace, list } = await start()
  const { status, body } = await app.call(addPerson.admin, { token: grace.token, body: ada })
  expect([status, body.message]).toEqual([200, 'User added successfully.'])
  expect(body.inviteUrl).toMatch(/^http:\/\/weekward\.test\/admin\/set-password\//)
  const [mail] = await readMailsTo(app, ada.email)
  expect(mail?.body).toContain('as an admin. Choose a password to get started.')
  expect(mail?.body).toContain(body.inviteUrl)
  expect(await list()).toMatchObject([
    { ...ada, isProfileVerified: false, domains: [], week: null },
    { name: 'Grace', isProfileVerified: true },
  ])

  const invited = { role: 'admin', secret: getInviteSecret(body.inviteUrl) } as const
  expect(await choosePassword(app, invited, 'short')).toMatchObject({ status: 400 })
  expect(await choosePassword(app, invited)).toMatchObject({
    status: 200,
    body: { message: 'Your password is set. You can sign in now.', email: ada.email },
  })
  expect(await list({ state: 'active' })).toMatchObject([ada, { name: 'Grace' }])
  const { result } = await signIn(app, 'admin', ada.email)
  expect((await callWithToken(app, 'admin', result?.token)).status).toBe(200)
  // The link has been used up.
  expect((await choosePassword(app, invited, 'another horse')).status).toBe(404)

  const { body: lines } = await app.call(listAuditLog, { token: grace.token })
  expect(lines.map(({ deed, who, about }) => [deed, who?.name, about.name])).toEqual([
    ['signed-in', ada.name, null],
    ['password-chosen', ada.name, ada.name],
    ['person-added', 'Grace', ada.name],
  ])
})

test('an invited admin cannot sign in yet, and gets a new link by ‘Send Mail’', async () => {
  const { app, block, list } = await start()
  const invited = await invitePerson(app, 'admin', ada.email)
  const { body, status } = await block(await readPersonId(app, ada))
  expect([status, body.message]).toEqual([200, 'Invitation sent.'])
  expect((await choosePassword(app, invited)).status).toBe(404)
  const login = await signIn(app, 'admin', ada.email)
  expect(login.status).toBe(401)
  expect(await list({ state: 'blocked' })).toEqual([])
  const fresh = { role: 'admin', secret: getInviteSecret(body.inviteUrl) } as const
  expect((await choosePassword(app, fresh)).status).toBe(200)
})

test('what is wrong with an added admin is said, and nobody is added', async () => {
  const { app, grace, list } = await start()
  await makePerson(app, 'student', { email: 'taken@school.test' })
  for (const [body, status, message] of [
    [{ ...ada, name: ' ' }, 400, 'Name is required'],
    [{ ...ada, email: 'ada' }, 400, 'Invalid email'],
    [{ ...ada, email: 'Taken@school.test' }, 409, 'This email is already in use'],
  ] as const) {
    const refused = await app.call(addPerson.admin, { token: grace.token, body })
    expect(refused).toMatchObject({ status, body: { message } })
  }
  expect(await list()).toHaveLength(1)
})

test('of two uses of an admin’s link at once, one sets the password', async () => {
  const { app } = await start()
  const invited = await invitePerson(app, 'admin')
  const both = await Promise.all([
    choosePassword(app, invited, 'the first horse'),
    choosePassword(app, invited, 'the second horse'),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('a blocked admin is signed out at once, and the block can be undone', async () => {
  const { app, grace, block, join } = await start()
  const { _id } = await join()
  const { token } = (await signIn(app, 'admin', ada.email)).result ?? {}
  expect((await block(_id)).status).toBe(200)
  expect((await callWithToken(app, 'admin', token)).status).toBe(401)
  expect((await signIn(app, 'admin', ada.email)).result).toMatchObject({ status: false })
  const body = { value: { id: _id } }
  const undone = await app.call(undoBlock.admin, { token: grace.token, body })
  expect([undone.status, undone.body.message]).toEqual([200, 'Block undone.'])
  expect((await signIn(app, 'admin', ada.email)).result).toMatchObject({ status: true })
  await block(_id)
  app.time.now += 11 * minuteMs
  expect((await app.call(undoBlock.admin, { token: grace.token, body })).status).toBe(409)
  expect((await block(_id, { action: 'unblock' })).status).toBe(200)
  expect((await signIn(app, 'admin', ada.email)).result).toMatchObject({ status: true })
})

test('the last admin who can sign in is never blocked', async () => {
  const { app, grace, block, join } = await start()
  expect(await block(grace._id)).toMatchObject({ status: 409, body: lastAdmin })
  await makePerson(app, 'admin', { verified: false })
  await makePerson(app, 'admin', { blocked: true })
  expect(await block(grace._id)).toMatchObject({ status: 409, body: lastAdmin })
  expect((await callWithToken(app, 'admin', grace.token)).status).toBe(200)
  // With another one, admins can block themselves.
  await join()
  expect((await block(grace._id)).status).toBe(200)
  expect((await callWithToken(app, 'admin', grace.token)).status).toBe(401)
})

test('of two admins who block each other at once, one stays', async () => {
  const { app, list, grace, block } = await start()
  for (let round = 0; round < 5; round++) {
    const both = [await makePerson(app, 'admin'), await makePerson(app, 'admin')] as const
    await app.context.db
      .updateTable('people')
      .set({ blocked_at: app.time.now })
      .where('role', '=', 'admin')
      .where('id', 'not in', [both[0]._id, both[1]._id])
      .execute()
    const replies = await Promise.all([
      block(both[1]._id, { token: both[0].token }),
      block(both[0]._id, { token: both[1].token }),
    ])
    // The other one has been signed out before, or is the last one.
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    expect([401, 409]).toContain(statuses[1])
    await app.context.db
      .updateTable('people')
      .set({ blocked_at: null })
      .where('id', '=', grace._id)
      .execute()
    expect(await list({ state: 'active' })).toHaveLength(2)
  }
  expect(app.errors).toEqual([])
})

test('somebody who is no admin is not found among them', async () => {
  const { app, block } = await start()
  const student = await makePerson(app, 'student')
  for (const id of ['nobody', student._id]) {
    expect(await block(id)).toMatchObject({
      status: 404,
      body: { message: 'This user does not exist' },
    })
  }
})

test('an admin’s invitation can be revoked, but not an admin who has joined', async () => {
  const { app, grace, list, join } = await start()
  const invited = await invitePerson(app, 'admin', 'nova@school.test')
  const revoke = (id: string) =>
    app.call(revokeInvitation, { token: grace.token, body: { value: { id } } })
  expect((await revoke(await readPersonId(app, invited))).status).toBe(200)
  expect((await choosePassword(app, invited)).status).toBe(404)
  expect((await revoke((await join())._id)).status).toBe(409)
  expect((await list({ search: 'ada' })).map(({ name }) => name)).toEqual([ada.name])
})

test('a second factor can be required of admins, and another admin can reset it', async () => {
  const { app, grace, join } = await start()
  const { _id } = await join()
  const { token } = (await signIn(app, 'admin', ada.email)).result ?? {}
  const roles = { token: grace.token, body: { roles: ['admin' as const] } }
  const reset = (id: string) =>
    app.call(resetSecondFactor.admin, { token: grace.token, body: { id } })
  expect((await reset(_id)).body).toEqual({ message: 'This user has no second factor' })
  expect((await reset(grace._id)).body).toEqual({
    message: 'Turn off your own second factor under Account, with your password.',
  })
  expect((await app.call(setSecondFactorRoles, roles)).status).toBe(200)
  expect((await callWithToken(app, 'admin', token)).status).toBe(403)
})
