import { expect, test } from 'vitest'
import { addPerson, blockUnblock } from '#contract/accounts/accounts.ts'
import { sendPasswordReset } from '#contract/accounts/links/password-reset.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { sendMailAgain, sendTestMail } from '#contract/mails.ts'
import { claimDue } from '#server/kit/mail/queries.ts'
import { choosePassword, getInviteSecret } from '#test/accounts/onboard.ts'
import { makePerson } from '#test/factories.ts'
import {
  findLink,
  invitation,
  noSuchUser,
  queueMail,
  readMailList,
  readOutbox,
  startAppWithMailServer,
} from '#test/mail/mails.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@school.test' }

test('an admin can have a waiting email tried at once', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
  await app.call(addPerson.student, { token, body: ada })
  server.trouble.sender = { code: 451, text: 'Later' }
  await deliver()
  server.trouble.sender = undefined
  await deliver()
  expect(server.mails).toHaveLength(0)

  const [mail] = await readMailList(app, token)
  const again = await app.call(sendMailAgain, { token, body: { id: mail?._id ?? '' } })
  expect(again.status).toBe(200)
  expect(again.body.mail).toMatchObject({ _id: mail?._id, state: 'waiting' })
  await deliver()
  expect(server.mails).toHaveLength(1)
})

test('an email that is just being sent is not sent a second time', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
  await app.call(addPerson.student, { token, body: ada })
  const [mail] = await readMailList(app, token)
  const id = mail?._id ?? ''
  const now = app.time.now
  const claim = { now, until: now + 10 * minuteMs, most: 1 }
  expect(await claimDue(app.context.db, claim)).toMatchObject([{ id }])

  expect((await app.call(sendMailAgain, { token, body: { id } })).status).toBe(200)
  await deliver()
  expect(server.mails).toHaveLength(0)
})

test.each(['sent', 'failed'] as const)(
  'an invitation that was %s goes out anew with a fresh link, and the older link dies',
  async (state) => {
    const { app, server, deliver, token } = await startAppWithMailServer()
    const { body: added } = await app.call(addPerson.student, { token, body: ada })
    if (state === 'failed') server.trouble.recipient = noSuchUser
    await deliver()
    server.trouble.recipient = undefined
    const [mail] = await readMailList(app, token, { state })

    const again = await app.call(sendMailAgain, { token, body: { id: mail?._id ?? '' } })
    expect(again.body.mail).toMatchObject({ kind: 'invitation', state: 'waiting', tries: 0 })
    expect(again.body.mail._id).not.toBe(mail?._id)
    await deliver()
    const fresh = await findLink(server.mails.at(-1))
    expect(fresh).not.toBe(added.inviteUrl)
    const set = (url?: string) =>
      choosePassword(app, { role: 'student', secret: getInviteSecret(url) })
    expect((await set(added.inviteUrl)).status).toBe(404)
    expect((await set(fresh)).status).toBe(200)
  },
)

test('a fresh link to a new password is sent only to a person who can still sign in', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
  const { _id: id } = await makePerson(app, 'reviewer')
  await app.call(sendPasswordReset.reviewer, { token, body: { id } })
  await deliver()
  const [mail] = await readMailList(app, token)
  const body = { id: mail?._id ?? '' }
  expect((await app.call(sendMailAgain, { token, body })).status).toBe(200)
  await deliver()
  expect(new Set(await Promise.all(server.mails.map(findLink))).size).toBe(2)

  await app.call(blockUnblock.reviewer, { token, body: { id, action: 'block' } })
  const refused = await app.call(sendMailAgain, { token, body })
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({ message: 'This email is out of date' })
  const listed = await readMailList(app, token)
  expect(listed.map(({ canSendAgain }) => canSendAgain)).toEqual([false, false])
})

test('an email older than a week that is sent again is tried like a new one, for another week', async () => {
  const { app, server, deliver } = await startAppWithMailServer()
  await queueMail(app, { ...invitation, kind: 'several-notices' })
  server.trouble.recipient = noSuchUser
  await deliver()
  server.trouble.recipient = { code: 450, text: 'Later' }
  const sendAgain = async () => {
    // Sessions end sooner.
    const { token } = await makePerson(app, 'admin')
    const [failed] = await readMailList(app, token, { state: 'failed' })
    await app.call(sendMailAgain, { token, body: { id: failed?._id ?? '' } })
    await deliver()
  }
  app.time.now += 8 * dayMs
  const start = app.time.now
  await sendAgain()
  let [row] = await readOutbox(app)
  expect(row).toMatchObject({ failed_at: null, due_at: start + 5 * secondMs })
  while (row?.failed_at === null) {
    app.time.now = row.due_at
    await deliver()
    ;[row] = await readOutbox(app)
  }
  expect(app.time.now - start).toBeGreaterThanOrEqual(7 * dayMs)
  expect(app.time.now - start).toBeLessThan(7 * dayMs + hourMs)

  server.trouble.recipient = undefined
  await sendAgain()
  expect(server.mails).toHaveLength(1)
})

test('an unknown email cannot be sent again', async () => {
  const { app, token } = await startAppWithMailServer()
  const refused = await app.call(sendMailAgain, { token, body: { id: 'none' } })
  expect(refused.status).toBe(404)
  expect(refused.body).toEqual({ message: 'This email does not exist' })
})

test('the audit log records who sent an email again or a test email, but never its text', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
  const { body: added } = await app.call(addPerson.student, { token, body: ada })
  server.trouble.recipient = { code: 450, text: 'Later' }
  await deliver()
  const [mail] = await readMailList(app, token)
  app.time.now += secondMs
  await app.call(sendMailAgain, { token, body: { id: mail?._id ?? '' } })
  await app.call(sendTestMail, { token, body: {} })

  const { body: lines } = await app.call(listAuditLog, { token, query: { kind: 'mails' } })
  expect(lines.map(({ call, about }) => [call, about._id === mail?._id])).toEqual([
    ['POST /admin/send-test-mail', false],
    ['PUT /admin/send-mail-again', true],
  ])
  expect(JSON.stringify(lines)).not.toContain(getInviteSecret(added.inviteUrl))
})
