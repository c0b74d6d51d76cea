import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { secondMs } from '#contract/kit/time/durations.ts'
import { defaultSettings, monday, startApp } from '#test/app.ts'
import { startTarpit } from '#test/mail/mail-server.ts'
import {
  invitation,
  makeMailerOptions,
  queueMail,
  readOutbox,
  setPasswordLink,
  startMailServerForTest,
} from '#test/mail/mails.ts'
import type { ClaimedMail } from '../claimed-mail.ts'
import { createMailer } from '../send-due-mails.ts'
import { defaultTryMs, makeMailTransport } from './mail-transport.ts'
import { needsTls } from './smtp-tls.ts'

/** Enough for the hand-over itself. */
const handOverMs = 2 * secondMs

const mail = {
  id: 'a',
  created_at: monday,
  attempts: 0,
  subject: '',
  recipient: 'a@b.test',
  kind: 'test' as const,
  person_id: null,
  good_until: null,
  body: '{ "title": "Hi", "lines": ["there"] }',
}

/** Carries a mail to a mail server, and tells what was said. */
function transportForTest(limits?: { handOverMs: number }) {
  const transport = makeMailTransport(limits)
  onTestFinished(transport.stop)
  const unsubscribeUrl = 'https://school.test/unsubscribe/a'
  const sender = { from: 'no-reply@school.test', school: defaultSettings, unsubscribeUrl }
  return async (mail: ClaimedMail, smtpUrl: string): Promise<string> => {
    const went = await transport.send({ mail, sender, to: { smtpUrl }, tryMs: defaultTryMs })
    return went.isAccepted ? went.answer : went.reason
  }
}

test('a mail server that never finishes delays an email no longer than one try', async () => {
  const app = await startApp()
  const tarpit = await startTarpit()
  onTestFinished(tarpit.stop)
  const mailer = createMailer(app.context, { ...makeMailerOptions(tarpit.url), tryMs: 500 })
  await queueMail(app)

  await mailer.deliver()

  await tarpit.closed
  expect(await readOutbox(app)).toMatchObject([
    {
      attempts: 1,
      failed_at: null,
      last_error: 'The mail server took too long',
      due_at: monday + 5_000,
    },
  ])
})

test('a mail server that thinks long about an email gets it once', async () => {
  const server = await startMailServerForTest()
  server.trouble.whileReading = () => setTimeout(handOverMs)
  const carry = transportForTest({ handOverMs })
  expect(await carry(mail, server.url)).toMatch(/^250/)
  expect(server.mails).toHaveLength(1)
})

test('a mail server that falls silent before it has the email is not waited for', async () => {
  const server = await startMailServerForTest()
  server.trouble.isSilent = true
  const carry = transportForTest({ handOverMs })
  expect(await carry(mail, server.url)).toBe('The mail server took too long')
})

test('without a mail server an email is a private file, and its link a log line', async () => {
  const app = await startApp()
  const options = makeMailerOptions()
  await queueMail(app)

  await createMailer(app.context, options).deliver()

  const [row] = await readOutbox(app)
  const file = join(options.dataDir, 'outbox', `${row?.id}.eml`)
  expect(readdirSync(join(options.dataDir, 'outbox'))).toEqual([`${row?.id}.eml`])
  expect(readFileSync(file, 'utf8')).toContain('To: ana@school.test')
  expect(readFileSync(file, 'utf8')).toContain(setPasswordLink)
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(options.lines).toEqual([
    {
      level: 'info',
      data: { mail: row?.id, link: setPasswordLink },
      text: 'email written to a file',
    },
  ])
  expect(row).toMatchObject({ sent_at: app.time.now, body: '' })
})

test('an email file keeps long links and non-ASCII letters readable', async () => {
  const app = await startApp()
  const options = makeMailerOptions()
  const long = `https://school.test/advisor/set-password/${'s3cret'.repeat(12)}`
  const content = { title: 'Welcome', lines: ['Hello Ána,'], button: { text: 'Begin', url: long } }
  await queueMail(app, { ...invitation, content })

  await createMailer(app.context, options).deliver()

  const [row] = await readOutbox(app)
  const file = readFileSync(join(options.dataDir, 'outbox', `${row?.id}.eml`), 'utf8')
  expect(file).toContain(`Hello Ána,\r\n\r\nBegin:\r\n\r\n${long}\r\n`)
  // Whoever opens the file reads the text before the HTML.
  expect(file.indexOf('text/plain')).toBeLessThan(file.indexOf('text/html'))
  expect(file).toContain('Content-Transfer-Encoding: 8bit')
})

test('an email to an unusual recipient goes to that one address or nowhere', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  await queueMail(app, { ...invitation, recipient: 'a@school.test, b@evil.test' })

  await createMailer(app.context, makeMailerOptions(server.url)).deliver()

  expect(server.mails.flatMap(({ to }) => to)).not.toContain('b@evil.test')
})

test('the password is sent to no server that offers no TLS, except on this machine', async () => {
  const server = await startMailServerForTest()
  const carry = transportForTest()
  const said = (smtpUrl: string) => carry(mail, smtpUrl)
  // This leads to this machine too, and says nothing of it.
  const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0')
  expect(await said(elsewhere.replace('//', '//ana:s3cret@'))).toBe(
    'The server does not offer STARTTLS, and the password must not be sent unencrypted. Nothing was sent',
  )
  expect(server.mails).toEqual([])
  expect(await said(elsewhere)).toMatch(/^250/)
  const login = 'ana:s3cret@'
  expect(
    ['localhost', '127.0.0.1', '[::1]'].map((host) => needsTls(`smtp://${login}${host}`)),
  ).toEqual([false, false, false])
  expect(
    ['127.evil.test', 'mail.school.test'].map((host) => needsTls(`smtp://${login}${host}`)),
  ).toEqual([true, true])
})

test('an email cannot load files or URLs, whatever it contains', async () => {
  const server = await startMailServerForTest()
  const carry = transportForTest()
  const about = { id: 'a', created_at: monday, attempts: 0, subject: '', recipient: 'a@b.test' }
  // The types let text alone through; what is parsed is of any type.
  const naming = (body: string) => ({
    ...about,
    kind: 'test' as const,
    person_id: null,
    good_until: null,
    body: JSON.parse(body),
  })
  const file = '{ "path": "/etc/passwd" }'

  expect(await carry(naming(file), server.url)).toContain('File access rejected')
  const address = `{ "href": "http://127.0.0.1:1/" }`
  expect(await carry(naming(address), server.url)).toContain('Url access rejected')
  const within = JSON.stringify(`{ "title": "Hi", "lines": [${file}] }`)
  expect(await carry(naming(within), server.url)).toContain('expected string')

  expect(server.mails).toEqual([])
})
