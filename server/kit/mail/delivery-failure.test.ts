import { expect, test } from 'vitest'
import { dayMs, hourMs, secondMs } from '#contract/kit/time/durations.ts'
import { startApp } from '#test/app.ts'
import {
  makeMailerOptions,
  queueMail,
  readOutbox,
  setPasswordLink,
  startMailServerForTest,
} from '#test/mail/mails.ts'
import { dropRepeatedCode } from './delivery-failure.ts'
import { createMailer } from './send-due-mails.ts'

test('no email is lost while the mail server is down, and it arrives when the server is back', async () => {
  const app = await startApp()
  const down = await startMailServerForTest()
  await down.stop()
  const options = makeMailerOptions(down.url)
  const mailer = createMailer(app.context, options)
  await queueMail(app)

  await mailer.deliver()
  expect(await readOutbox(app)).toMatchObject([
    {
      attempts: 1,
      sent_at: null,
      body: expect.stringContaining(setPasswordLink),
      last_error: expect.stringMatching(/^The host refused the connection \(connect ECONNREFUSED /),
    },
  ])
  expect(options.lines).toMatchObject([{ level: 'warn', text: 'email not sent' }])

  const back = await startMailServerForTest(down.port)
  await mailer.deliver()
  expect(back.mails).toHaveLength(0)
  app.time.now += 5 * secondMs
  await mailer.deliver()
  expect(back.mails).toMatchObject([{ text: expect.stringContaining(setPasswordLink) }])
  expect(await readOutbox(app)).toMatchObject([{ sent_at: app.time.now, last_error: null }])
})

test('retries slow down to one an hour, and end after a week, when the link is deleted', async () => {
  const app = await startApp()
  const down = await startMailServerForTest()
  await down.stop()
  const mailer = createMailer(app.context, makeMailerOptions(down.url))
  await queueMail(app)
  const start = app.time.now

  const waits: number[] = []
  let [row] = await readOutbox(app)
  while (row?.body) {
    app.time.now = row.due_at
    await mailer.deliver()
    ;[row] = await readOutbox(app)
    waits.push((row?.due_at ?? 0) - app.time.now)
  }

  const seconds = waits.map((wait) => wait / secondMs)
  expect(seconds.slice(0, 11)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600])
  expect(new Set(waits.slice(10))).toEqual(new Set([hourMs]))
  expect(app.time.now - start).toBeGreaterThanOrEqual(7 * dayMs)
  expect(app.time.now - start).toBeLessThan(7 * dayMs + hourMs)
})

test.each([
  ['a recipient whom the mail server refuses', 'recipient', 550, '5.1.1 No such user'],
  ['a recipient whose mailbox is full for good', 'recipient', 552, '5.2.2 Mailbox full'],
  ['a recipient refused without a closer reason', 'recipient', 553, 'Not here'],
  ['an email whose text the mail server refuses', 'mail', 554, '5.7.1 Looks like spam'],
] as const)('%s is tried no more, and the link is forgotten', async (_, at, code, text) => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const options = makeMailerOptions(server.url)
  const mailer = createMailer(app.context, options)
  await queueMail(app)

  server.trouble[at] = { code, text }
  await mailer.deliver()
  const refused = { attempts: 1, sent_at: null, failed_at: app.time.now, body: '' }
  const [row] = await readOutbox(app)
  expect(row).toMatchObject(refused)
  expect(row?.last_error).toBe(`${code} ${text}`)
  expect(options.lines).toMatchObject([{ level: 'error', text: 'email given up' }])

  server.trouble[at] = undefined
  app.time.now += dayMs
  await mailer.deliver()
  expect(server.mails).toHaveLength(0)
  expect(await readOutbox(app)).toMatchObject([refused])
})

test.each([
  ['a recipient refused for now', 'recipient', 450, '4.2.1 Try later'],
  ['an email refused for now', 'mail', 451, '4.3.0 Try later'],
  ['a sender refused', 'sender', 550, '5.7.1 You may not send as this one'],
  ['a sender refused with the recipient', 'recipient', 553, '5.7.1 Sender address rejected'],
  ['a sender without a domain', 'recipient', 550, '5.1.8 Sender’s domain not found'],
  ['a server that relays for nobody', 'recipient', 550, 'relay not permitted'],
  ['a server that wants a login', 'recipient', 530, '5.7.0 Authentication required'],
  ['a server in disorder', 'recipient', 503, '5.5.1 Bad sequence of commands'],
  ['a server’s daily limit', 'mail', 550, '5.4.5 Daily sending quota exceeded'],
] as const)('%s is no fault of the recipient: it is tried again', async (_, at, code, text) => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const mailer = createMailer(app.context, makeMailerOptions(server.url))
  await queueMail(app)

  server.trouble[at] = { code, text }
  await mailer.deliver()
  expect(await readOutbox(app)).toMatchObject([
    { attempts: 1, failed_at: null, body: expect.stringContaining(setPasswordLink) },
  ])
  server.trouble[at] = undefined
  app.time.now += 5 * secondMs
  await mailer.deliver()
  expect(server.mails).toHaveLength(1)
})

test('a mail server that requires a login is not treated as a refusal of the recipient', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const url = server.url.replace('//', '//somebody:wrong@')
  await queueMail(app)

  await createMailer(app.context, makeMailerOptions(`${url}?forceAuth=true`)).deliver()

  expect(server.mails).toHaveLength(0)
  expect(await readOutbox(app)).toMatchObject([
    { failed_at: null, body: expect.stringContaining(setPasswordLink) },
  ])
})

test('an email whose acknowledgement was lost is sent again with the same Message-ID', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const mailer = createMailer(app.context, makeMailerOptions(server.url))
  await queueMail(app)

  server.trouble.dropsAnswer = true
  await mailer.deliver()
  server.trouble.dropsAnswer = false
  app.time.now += 5 * secondMs
  await mailer.deliver()

  const [row] = await readOutbox(app)
  const ids = server.mails.map(({ text }) => text.match(/^Message-ID: (\S+)/m)?.[1])
  expect(ids).toEqual([`<${row?.id}@school.test>`, `<${row?.id}@school.test>`])
  expect(row).toMatchObject({ sent_at: app.time.now, attempts: 1, body: '' })
})

test('the mail server’s answer is kept with the email, without characters that the database cannot store', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const mailer = createMailer(app.context, makeMailerOptions(server.url))
  await queueMail(app)
  server.trouble.recipient = { code: 450, text: 'Not\0now' }
  await mailer.deliver()
  const [refused] = await readOutbox(app)
  expect(refused?.last_error).toContain('450 Not now')

  server.trouble.recipient = undefined
  app.time.now += 5 * secondMs
  await mailer.deliver()
  const [sent] = await readOutbox(app)
  expect(sent?.answer).toMatch(/^250 /)
})

test.each([
  ['550 550 5.1.1 No such user', '550 5.1.1 No such user'],
  ['550 5.1.1 No such user', '550 5.1.1 No such user'],
  ['550-5.1.1 No such user\n550 5.1.1 Ask them', '550 5.1.1 No such user Ask them'],
  [
    '550-5.1.1 No such user\r\n550-5.1.1 No such user\r\n550 5.1.1 g-1',
    '550 5.1.1 No such user g-1',
  ],
  ['550 relay not permitted', '550 relay not permitted'],
  ['no answer', 'no answer'],
])('the answer %j is said once', (response, once) => {
  expect(dropRepeatedCode(response)).toBe(once)
})
