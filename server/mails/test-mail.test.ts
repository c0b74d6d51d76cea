import { expect, onTestFinished, test } from 'vitest'
import { minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { sendMailAgain, sendTestMail } from '#contract/mails.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { createMailer } from '#server/kit/mail/send-due-mails.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { startTarpit } from '#test/mail/mail-server.ts'
import {
  makeMailerOptions,
  noSuchUser,
  readMailList,
  startAppWithMailServer,
} from '#test/mail/mails.ts'

test('a test email goes to the calling admin, and the reply has the server’s answer', async () => {
  const { app, server, admin, token } = await startAppWithMailServer()
  const { status, body } = await app.call(sendTestMail, { token, body: {} })
  expect(status).toBe(200)
  expect(body.mail).toMatchObject({ kind: 'test', to: admin.email, state: 'sent', tries: 1 })
  expect(body.message).toBe('A test email is on its way.')
  expect(body.mail.answer).toMatch(/^250 /)
  expect(server.mails).toMatchObject([{ to: [admin.email] }])
  expect(server.mails[0]?.text).toContain('Subject: Test email from Weekward')
})

test('a test email goes to a given address, and a refusal is returned with its reason', async () => {
  const { app, server, token } = await startAppWithMailServer()
  server.trouble.recipient = noSuchUser
  const { body } = await app.call(sendTestMail, { token, body: { to: ' Me@School.test ' } })
  expect(body.mail).toMatchObject({ to: 'me@school.test', state: 'failed', tries: 1 })
  expect(body.message).toBe('The test email was refused.')
  expect(body.mail.answer).toContain('550 5.1.1 No such user')
  // The home tells of mails that somebody waits for.
  expect((await app.call(getSchoolSummary, { token })).body.mailsFailed).toBe(0)

  const wrong = await app.call(sendTestMail, { token, body: { to: 'nobody' } })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toEqual({ message: 'Invalid email', errors: { to: 'Invalid email' } })
})

test('each admin can send ten test emails a minute', async () => {
  const app = await startApp({ rateLimit: true })
  app.context.deliveryLoop = createMailer(app.context, makeMailerOptions())
  const [{ token }, other] = [await makePerson(app, 'admin'), await makePerson(app, 'admin')]
  const statusOf = async (token: string) =>
    (await app.call(sendTestMail, { token, body: {} })).status
  for (let mail = 0; mail < 10; mail++) expect(await statusOf(token)).toBe(200)
  const refused = await app.call(sendTestMail, { token, body: {} })
  expect(refused.status).toBe(429)
  expect(refused.body).toEqual({ message: 'Too many requests. Please wait a moment.' })
  expect(refused.headers['retry-after']).toBe('60')
  expect(await statusOf(other.token)).toBe(200)
  app.time.now += minuteMs
  expect(await statusOf(token)).toBe(200)
})

test('a refused test email can be sent again unchanged', async () => {
  const { app, server, deliver, token } = await startAppWithMailServer()
  server.trouble.recipient = noSuchUser
  const { body } = await app.call(sendTestMail, { token, body: { to: 'me@school.test' } })
  server.trouble.recipient = undefined
  const again = await app.call(sendMailAgain, { token, body: { id: body.mail._id } })
  expect(again.body.mail).toMatchObject({ _id: body.mail._id, state: 'waiting' })
  await deliver()
  expect(server.mails).toHaveLength(1)
})

test('a slow test email is in the list, where its result appears later', async () => {
  const tarpit = await startTarpit()
  onTestFinished(tarpit.stop)
  const { app, token } = await startAppWithMailServer(tarpit.url, 500)
  const { body } = await app.call(sendTestMail, { token, body: {} })
  expect(body.mail).toMatchObject({ state: 'waiting', tries: 0, nextTryAt: null })
  // Nine minutes at most for the try, and the first pause.
  const by = app.time.now + 9 * minuteMs + 5 * secondMs
  expect(body.mail.nextTryBy).toBe(new Date(by).toISOString())
  expect(body.message).toContain('The test email has not been sent yet.')

  await tarpit.closed
  await expect
    .poll(async () => (await readMailList(app, token))[0])
    .toMatchObject({ state: 'waiting', tries: 1, answer: 'The mail server took too long' })
})

test('without a mail server the reply to a test email names its file', async () => {
  const app = await startApp()
  app.context.deliveryLoop = createMailer(app.context, makeMailerOptions())
  const { token } = await makePerson(app, 'admin')
  const { body } = await app.call(sendTestMail, { token, body: {} })
  expect(body.mail).toMatchObject({
    state: 'sent',
    answer: `Written to the file ${body.mail._id}.eml`,
  })
})
