import { expect, test } from 'vitest'
import { blockUnblock, listInvitationDomains } from '#contract/accounts/accounts.ts'
import { checkInvitation } from '#contract/accounts/links/check-links.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { getPerson, listPeople } from '#contract/people/people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { deleteExpired } from '#server/kit/ops/retention.ts'
import { retentionRules } from '#server/retention.ts'
import {
  choosePassword,
  fillProfile,
  getInviteSecret,
  invitePerson,
  makeProfileCompletion,
  onboard,
} from '#test/accounts/onboard.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import { readMailsTo } from '#test/mail/mails.ts'

const roles = ['student', 'advisor', 'reviewer'] as const
const badLink = {
  message: 'This link is not valid or has expired. Ask your admin for a new one.',
}

type Invited = Awaited<ReturnType<typeof invitePerson<ProfileRole>>>

/** Every call that takes an invitation. */
async function callsWith(app: TestApp, invited: Pick<Invited, 'role' | 'secret'>) {
  const { role, secret } = invited
  return [
    await choosePassword(app, invited),
    await fillProfile(app, invited, await makeProfileCompletion(app)),
    await app.call(checkInvitation[role], { params: { id: secret } }),
    ...(role === 'advisor'
      ? []
      : [await app.call(listInvitationDomains[role], { params: { id: secret } })]),
  ]
}

async function readPerson({ context }: TestApp, { email }: { email: string }) {
  const query = context.db.selectFrom('people').selectAll().where('email', '=', email)
  return query.executeTakeFirstOrThrow()
}

test('a password that is empty or short is refused', async () => {
  const app = await startApp()
  const invited = await invitePerson(app, 'student')
  for (const [chosen, message] of [
    ['', 'please enter vaild password'],
    ['          ', 'please enter vaild password'],
    [undefined, 'please enter vaild password'],
    [12345678, 'please enter vaild password'],
    ['1234567', 'Passwords should be 8 characters long'],
  ]) {
    const refused = await choosePassword(app, invited, chosen ?? null)
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ message, errors: { password: message } })
  }
  expect((await readPerson(app, invited)).password_hash).toBeNull()
  expect((await choosePassword(app, invited, '8 charac')).status).toBe(200)
})

test('a common password is refused, ignoring case', async () => {
  const app = await startApp()
  const message = 'This password is too common. Please choose another.'
  for (const role of roles) {
    const invited = await invitePerson(app, role)
    for (const chosen of ['12345678', 'password1', 'IloveYou']) {
      const refused = await choosePassword(app, invited, chosen)
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ message, errors: { password: message } })
    }
    expect((await readPerson(app, invited)).password_hash).toBeNull()
  }
})

test('a password is stored as a hash, and can be set again until the profile is complete', async () => {
  const app = await startApp()
  const invited = await invitePerson(app, 'student')
  for (const chosen of ['first choice', 'second choice']) {
    const set = await choosePassword(app, invited, chosen)
    expect(set.status).toBe(200)
    expect((await readPerson(app, invited)).password_hash).not.toContain(chosen)
  }
  await fillProfile(app, invited, await makeProfileCompletion(app))
  for (const [password, status] of [
    ['first choice', 401],
    ['second choice', 200],
  ] as const) {
    const login = await app.send('POST', '/login', { body: { email: invited.email, password } })
    expect(login.status).toBe(status)
  }
})

test('a link can be checked any number of times until it is used up, and says whether the password is set', async () => {
  const app = await startApp()
  for (const role of roles) {
    const invited = await invitePerson(app, role)
    const good = {
      isGood: true,
      domain: null,
      domains: [],
      phoneNumbers: 'ten-digits',
      usesPassword: true,
    }
    const check = async () => app.call(checkInvitation[role], { params: { id: invited.secret } })
    for (const _ of [1, 2]) {
      expect((await check()).body).toEqual({ ...good, hasPassword: false })
    }
    await choosePassword(app, invited)
    expect((await check()).body).toEqual({ ...good, hasPassword: true })
    await fillProfile(app, invited, await makeProfileCompletion(app))
    expect(await check()).toMatchObject({ status: 404, body: badLink })
  }
})

test('a link is good for seven days', async () => {
  for (const role of roles) {
    const app = await startApp()
    const invited = await invitePerson(app, role)
    app.time.now += 7 * dayMs - 1
    expect((await choosePassword(app, invited)).status).toBe(200)
    app.time.now += 1
    for (const refused of await callsWith(app, invited)) {
      expect(refused.status).toBe(404)
      expect(refused.body).toEqual(badLink)
    }
  }
})

test('the email says when its link expires, in the school’s time zone', async () => {
  const app = await startApp({ timeZone: 'Asia/Tokyo' })
  const { email } = await invitePerson(app, 'advisor')
  const [mail] = await readMailsTo(app, email)
  expect(mail?.body).toContain('expires after 7 days, on Tue 10 Mar, 2:00 AM (Asia/Tokyo).')
})

test('a link works for its own role only, and a made-up one for none', async () => {
  const app = await startApp()
  for (const role of roles) {
    const { secret } = await invitePerson(app, role)
    for (const other of roles.filter((one) => one !== role)) {
      for (const refused of [
        ...(await callsWith(app, { role: other, secret })),
        ...(await callsWith(app, { role: other, secret: 'made-up' })),
      ]) {
        expect(refused.status).toBe(404)
        expect(refused.body).toEqual(badLink)
      }
    }
  }
})

test('a link stops working once the profile is complete', async () => {
  const app = await startApp()
  for (const role of roles) {
    const invited = await onboard(app, role)
    const before = await readPerson(app, invited)
    for (const refused of await callsWith(app, invited)) {
      expect(refused.status).toBe(404)
      expect(refused.body).toEqual(badLink)
    }
    expect(await readPerson(app, invited)).toEqual(before)
  }
})

test('an invited student and reviewer see the domains to choose from, by name', async () => {
  const app = await startApp()
  const web = await makeDomain(app, 'Web Development')
  const data = await makeDomain(app, 'data analysis')
  for (const role of ['student', 'reviewer'] as const) {
    const { secret } = await invitePerson(app, role)
    const { status, body } = await app.call(listInvitationDomains[role], { params: { id: secret } })
    expect(status).toBe(200)
    expect(body).toEqual([data, web])
  }
})

test('a new invitation invalidates the older one and the password set through it', async () => {
  const app = await startApp()
  for (const role of roles) {
    for (const action of ['block', 'unblock'] as const) {
      const invited = await invitePerson(app, role)
      const { id } = await readPerson(app, invited)
      await choosePassword(app, invited)

      const sent = await app.call(blockUnblock[role], {
        token: invited.adminToken,
        body: { id, action },
      })
      expect(sent.status).toBe(200)
      expect(sent.body.message).toBe('Invitation sent.')
      expect((await readPerson(app, invited)).blocked_at).toBeNull()
      for (const refused of await callsWith(app, invited)) expect(refused.status).toBe(404)

      const fresh = { role, secret: getInviteSecret(sent.body.inviteUrl) }
      const profile = await makeProfileCompletion(app)
      expect((await fillProfile(app, fresh, profile)).status).toBe(409)
      expect((await choosePassword(app, fresh)).status).toBe(200)
      expect((await fillProfile(app, fresh, profile)).status).toBe(200)

      const mails = await readMailsTo(app, invited.email)
      expect(mails).toHaveLength(2)
      expect(mails[1]?.body).toContain(sent.body.inviteUrl)
    }
  }
})

test('a new invitation asked for only of somebody unverified leaves those who have joined as they are', async () => {
  const app = await startApp()
  for (const role of roles) {
    for (const isBlocked of [false, true]) {
      const joined = await onboard(app, role)
      const { adminToken: token, _id: id } = joined
      if (isBlocked) await app.call(blockUnblock[role], { token, body: { id, action: 'block' } })
      const before = await readPerson(app, joined)
      const body = { id, action: 'unblock', unverifiedOnly: true } as const
      const refused = await app.call(blockUnblock[role], { token, body })
      expect(refused.status).toBe(409)
      expect(refused.body).toEqual({ message: 'This person has already joined.' })
      expect(await readPerson(app, joined)).toEqual(before)
    }
    const { adminToken: token, ...invited } = await invitePerson(app, role)
    const { id } = await readPerson(app, invited)
    const body = { id, action: 'unblock', unverifiedOnly: true } as const
    const sent = await app.call(blockUnblock[role], { token, body })
    expect(sent.body).toMatchObject({ message: 'Invitation sent.' })
    const unknown = { ...body, id: 'nobody' }
    expect((await app.call(blockUnblock[role], { token, body: unknown })).status).toBe(404)
  }
})

test('a new invitation is valid for another seven days', async () => {
  const app = await startApp()
  const invited = await invitePerson(app, 'student')
  const { id } = await readPerson(app, invited)
  app.time.now += 8 * dayMs
  const { token } = await makePerson(app, 'admin')
  const sent = await app.call(blockUnblock.student, { token, body: { id, action: 'block' } })
  app.time.now += 6 * dayMs
  const fresh = { role: 'student', secret: getInviteSecret(sent.body.inviteUrl) } as const
  expect((await choosePassword(app, fresh)).status).toBe(200)
})

test('a password set through the old link while a new one is sent does not stay', async () => {
  const app = await startApp()
  for (let round = 0; round < 5; round++) {
    const invited = await invitePerson(app, 'student')
    const { id } = await readPerson(app, invited)
    const body = { id, action: 'block' } as const
    const [, sent] = await Promise.all([
      choosePassword(app, invited),
      app.call(blockUnblock.student, { token: invited.adminToken, body }),
    ])
    expect(sent.status).toBe(200)
    expect((await readPerson(app, invited)).password_hash).toBeNull()
  }
})

test('a profile sent through the old link while a new one is sent is saved completely or not at all', async () => {
  const app = await startApp()
  const profile = await makeProfileCompletion(app)
  for (let round = 0; round < 5; round++) {
    const invited = await invitePerson(app, 'reviewer')
    await choosePassword(app, invited)
    const { id } = await readPerson(app, invited)
    const body = { id, action: 'unblock' } as const
    const [filled, sent] = await Promise.all([
      fillProfile(app, invited, profile),
      app.call(blockUnblock.reviewer, { token: invited.adminToken, body }),
    ])
    const person = await readPerson(app, invited)
    const isVerified = person.verified_at !== null
    expect(person.password_hash !== null).toBe(isVerified)
    expect(filled.status === 200).toBe(isVerified)
    expect(sent.body.inviteUrl === undefined).toBe(isVerified)
  }
})

test('an admin sees when an invitation was last sent and when its link expires', async () => {
  const app = await startApp()
  const added = app.time.now
  const invited = await invitePerson(app, 'student')
  let { token } = await makePerson(app, 'admin')
  const { id } = await readPerson(app, invited)
  const at = (instant: number) => ({
    sentAt: new Date(instant).toISOString(),
    expiresAt: new Date(instant + 7 * dayMs).toISOString(),
  })
  const read = async () => ({
    listed: (await app.call(listPeople.student, { token })).body[0]?.invitation,
    alone: (await app.call(getPerson, { token, query: { id } })).body,
  })
  const says = (instant: number) => ({
    listed: at(instant),
    alone: expect.objectContaining({ invitedAt: at(added).sentAt, invitation: at(instant) }),
  })
  expect(await read()).toEqual(says(added))
  // The expired link is deleted; the dates of the invitation stay.
  app.time.now += 22 * dayMs
  await deleteExpired(app.context, retentionRules)
  token = (await makePerson(app, 'admin')).token
  expect(await read()).toEqual(says(added))
  for (const _ of [1, 2]) {
    app.time.now += 1000
    const { body } = await app.call(blockUnblock.student, { token, body: { id, action: 'block' } })
    expect(await read()).toEqual(says(app.time.now))
    invited.secret = getInviteSecret(body.inviteUrl)
  }
  await choosePassword(app, invited)
  await fillProfile(app, invited, await makeProfileCompletion(app))
  expect((await read()).listed).toBeNull()
})
