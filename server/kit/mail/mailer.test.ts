import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dayMs, hourMs, secondMs } from '#contract/kit/time.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { startMailServer, startTarpit } from '#test/mail-server.ts'
import { inTransaction } from '../context.ts'
import { createMailer, startMailer } from './mailer.ts'
import { claimMail, postMail } from './outbox.ts'

const link = 'https://school.test/set-password/s3cret'
const invitation = {
  kind: 'invitation',
  personId: null,
  recipient: 'ana@school.test',
  subject: 'Welcome, Ána',
  body: `Please open this link:\n\n${link}\n`,
} as const

/** A mail server that goes with the test. */
async function mailServerForTest(port?: number) {
  const server = await startMailServer(port)
  onTestFinished(server.stop)
  return server
}

function mailerOptions(smtpUrl?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'weekward-mail-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const lines: { level: string; data: unknown; text: string }[] = []
  const note = (level: string) => (data: unknown, text?: string) => {
    lines.push({ level, data, text: text ?? '' })
  }
  const log = { info: note('info'), warn: note('warn'), error: note('error') }
  return { smtpUrl, dataDir, log, lines, from: 'Weekward <no-reply@school.test>' }
}

function readOutbox({ context }: TestApp) {
  return context.db.selectFrom('outbox').selectAll().execute()
}

test('a mail arrives with its link, and its text is forgotten afterwards', async () => {
  const app = await startApp()
  const server = await mailServerForTest()
  const options = mailerOptions(server.url)
  await postMail(app.context, invitation)

  await createMailer(app.context, options).deliver()

  const [row] = await readOutbox(app)
  expect(server.mails).toEqual([
    { from: 'no-reply@school.test', to: ['ana@school.test'], text: expect.stringContaining(link) },
  ])
  expect(server.mails[0]?.text).toContain('From: Weekward <no-reply@school.test>')
  expect(server.mails[0]?.text).toContain(`Message-ID: <${row?.id}@school.test>`)
  expect(row).toMatchObject({ sent_at: app.time.now, body: '' })
  expect(JSON.stringify(options.lines)).not.toContain('s3cret')
})

test('a mail that was sent is not sent again', async () => {
  const app = await startApp()
  const server = await mailServerForTest()
  const mailer = createMailer(app.context, mailerOptions(server.url))
  await postMail(app.context, invitation)

  await mailer.deliver()
  app.time.now += dayMs
  await mailer.deliver()

  expect(server.mails).toHaveLength(1)
})

test('a mail that is away while the database cannot be told so is not sent again', async () => {
  const app = await startApp()
  const server = await mailServerForTest()
  const mailer = createMailer(app.context, mailerOptions(server.url))
  await postMail(app.context, invitation)
  const { refuse, allow } = refusingNotes(app)

  await refuse()
  await mailer.deliver()
  expect(server.mails).toHaveLength(1)
  expect(await readOutbox(app)).toMatchObject([{ sent_at: null }])
  await allow()
  app.time.now += dayMs
  await mailer.deliver()

  expect(server.mails).toHaveLength(1)
  expect(await readOutbox(app)).toMatchObject([{ sent_at: app.time.now, body: '' }])
})

test('a mailer that is told to stop still notes the mail that is away', async () => {
  const app = await startApp()
  const server = await mailServerForTest()
  const options = mailerOptions(server.url)
  await postMail(app.context, invitation)
  const { refuse, allow } = refusingNotes(app)

  await refuse()
  const mailer = startMailer(app.context, options)
  await vi.waitFor(() => expect(options.lines).toMatchObject([{ level: 'error' }]))
  await allow()
  await mailer.stop()

  expect(server.mails).toHaveLength(1)
  expect(await readOutbox(app)).toMatchObject([{ sent_at: app.time.now }])
})

/** Lets the database refuse to note that a mail is away, as one does that has gone meanwhile. */
function refusingNotes({ context, address }: TestApp) {
  const run = (statement: string) => sql.raw(statement).execute(context.db)
  const [refuse, allow] =
    address.kind === 'postgres'
      ? [
          'alter table outbox add constraint never_sent check (sent_at is null)',
          'alter table outbox drop constraint never_sent',
        ]
      : [
          "create trigger never_sent before update of sent_at on outbox begin select raise(abort, 'gone'); end",
          'drop trigger never_sent',
        ]
  return { refuse: () => run(refuse), allow: () => run(allow) }
}

test('while the mail server is down nothing is lost, and the mail arrives when it is back', async () => {
  const app = await startApp()
  const down = await mailServerForTest()
  await down.stop()
  const options = mailerOptions(down.url)
  const mailer = createMailer(app.context, options)
  await postMail(app.context, invitation)

  await mailer.deliver()
  expect(await readOutbox(app)).toMatchObject([
    { attempts: 1, sent_at: null, body: invitation.body, last_error: expect.any(String) },
  ])
  expect(options.lines).toMatchObject([{ level: 'warn', text: 'mail not sent' }])

  const back = await mailServerForTest(down.port)
  await mailer.deliver()
  expect(back.mails).toHaveLength(0)
  app.time.now += 5 * secondMs
  await mailer.deliver()
  expect(back.mails).toMatchObject([{ text: expect.stringContaining(link) }])
  expect(await readOutbox(app)).toMatchObject([{ sent_at: app.time.now, last_error: null }])
})

test('the tries grow rarer, up to one an hour, and end after a week with the link forgotten', async () => {
  const app = await startApp()
  const down = await mailServerForTest()
  await down.stop()
  const mailer = createMailer(app.context, mailerOptions(down.url))
  await postMail(app.context, invitation)
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
  ['a mail whose text the mail server refuses', 'mail', 554, '5.7.1 Looks like spam'],
] as const)('%s is tried no more, and the link is forgotten', async (_, at, code, text) => {
  const app = await startApp()
  const server = await mailServerForTest()
  const options = mailerOptions(server.url)
  const mailer = createMailer(app.context, options)
  await postMail(app.context, invitation)

  server.trouble[at] = { code, text }
  await mailer.deliver()
  const refused = { attempts: 1, sent_at: null, failed_at: app.time.now, body: '' }
  const [row] = await readOutbox(app)
  expect(row).toMatchObject(refused)
  expect(row?.last_error).toBe(`${code} ${text}`)
  expect(options.lines).toMatchObject([{ level: 'error', text: 'mail given up' }])

  server.trouble[at] = undefined
  app.time.now += dayMs
  await mailer.deliver()
  expect(server.mails).toHaveLength(0)
  expect(await readOutbox(app)).toMatchObject([refused])
})

test.each([
  ['a recipient refused for now', 'recipient', 450, '4.2.1 Try later'],
  ['a mail refused for now', 'mail', 451, '4.3.0 Try later'],
  ['a sender refused', 'sender', 550, '5.7.1 You may not send as this one'],
  ['a sender refused with the recipient', 'recipient', 553, '5.7.1 Sender address rejected'],
  ['a sender without a domain', 'recipient', 550, '5.1.8 Sender’s domain not found'],
  ['a server that relays for nobody', 'recipient', 550, 'relay not permitted'],
  ['a server that wants a login', 'recipient', 530, '5.7.0 Authentication required'],
  ['a server in disorder', 'recipient', 503, '5.5.1 Bad sequence of commands'],
  ['a server’s daily limit', 'mail', 550, '5.4.5 Daily sending quota exceeded'],
] as const)('%s is no fault of the recipient: it is tried again', async (_, at, code, text) => {
  const app = await startApp()
  const server = await mailServerForTest()
  const mailer = createMailer(app.context, mailerOptions(server.url))
  await postMail(app.context, invitation)

  server.trouble[at] = { code, text }
  await mailer.deliver()
  expect(await readOutbox(app)).toMatchObject([
    { attempts: 1, failed_at: null, body: invitation.body },
  ])
  server.trouble[at] = undefined
  app.time.now += 5 * secondMs
  await mailer.deliver()
  expect(server.mails).toHaveLength(1)
})

test('a mail server that wants a login that we have not is no fault of the recipient', async () => {
  const app = await startApp()
  const server = await mailServerForTest()
  const url = server.url.replace('//', '//somebody:wrong@')
  await postMail(app.context, invitation)

  await createMailer(app.context, mailerOptions(`${url}?forceAuth=true`)).deliver()

  expect(server.mails).toHaveLength(0)
  expect(await readOutbox(app)).toMatchObject([{ failed_at: null, body: invitation.body }])
})

test('a mail whose last answer is lost is sent again, and known by its Message-ID', async () => {
  const app = await startApp()
  const server = await mailServerForTest()
  const mailer = createMailer(app.context, mailerOptions(server.url))
  await postMail(app.context, invitation)

  server.trouble.losesAnswer = true
  await mailer.deliver()
  server.trouble.losesAnswer = false
  app.time.now += 5 * secondMs
  await mailer.deliver()

  const [row] = await readOutbox(app)
  const ids = server.mails.map(({ text }) => text.match(/^Message-ID: (\S+)/m)?.[1])
  expect(ids).toEqual([`<${row?.id}@school.test>`, `<${row?.id}@school.test>`])
  expect(row).toMatchObject({ sent_at: app.time.now, attempts: 1, body: '' })
})

test('a mail server that never comes to an end holds a mail no longer than one try may take', async () => {
  const app = await startApp()
  const tarpit = await startTarpit()
  onTestFinished(tarpit.stop)
  const mailer = createMailer(app.context, { ...mailerOptions(tarpit.url), tryMs: 500 })
  await postMail(app.context, invitation)

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

test('what the mail server says stays with the mail, without what no database can hold', async () => {
  const app = await startApp()
  const server = await mailServerForTest()
  const mailer = createMailer(app.context, mailerOptions(server.url))
  await postMail(app.context, invitation)
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

test('a change that is rolled back sends nothing', async () => {
  const app = await startApp()
  const server = await mailServerForTest()
  const rolledBack = inTransaction(app.context, async (transaction) => {
    await postMail(transaction, invitation)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')

  await createMailer(app.context, mailerOptions(server.url)).deliver()

  expect(server.mails).toEqual([])
})

test('two servers on one database send each mail once', async () => {
  const app = await startApp()
  const server = await mailServerForTest()
  for (let mail = 0; mail < 20; mail++) {
    await postMail(app.context, { ...invitation, subject: `Mail ${mail}` })
  }

  const mailers = Array.from({ length: 2 }, () =>
    createMailer(app.context, mailerOptions(server.url)),
  )
  await Promise.all(mailers.map((mailer) => mailer.deliver()))

  const subjects = server.mails.map(({ text }) => text.match(/^Subject: (.*)$/m)?.[1]?.trim())
  expect(subjects.toSorted()).toEqual(
    Array.from({ length: 20 }, (_, mail) => `Mail ${mail}`).toSorted(),
  )
})

test('a mail whose server died while sending it is sent by another ten minutes later', async () => {
  const app = await startApp()
  const server = await mailServerForTest()
  await postMail(app.context, invitation)
  const [posted] = await readOutbox(app)
  // The one that dies has claimed the mail and never comes to note how it went.
  expect(await claimMail(app.context, posted?.id ?? '')).toBeDefined()

  const mailer = createMailer(app.context, mailerOptions(server.url))
  await mailer.deliver()
  expect(server.mails).toHaveLength(0)
  app.time.now += 600 * secondMs
  await mailer.deliver()
  expect(server.mails).toHaveLength(1)
})

test('without a mail server the mail is a file that others cannot read, its link a log line', async () => {
  const app = await startApp()
  const options = mailerOptions()
  await postMail(app.context, invitation)

  await createMailer(app.context, options).deliver()

  const [row] = await readOutbox(app)
  const file = join(options.dataDir, 'outbox', `${row?.id}.eml`)
  expect(readdirSync(join(options.dataDir, 'outbox'))).toEqual([`${row?.id}.eml`])
  expect(readFileSync(file, 'utf8')).toContain('To: ana@school.test')
  expect(readFileSync(file, 'utf8')).toContain(link)
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(options.lines).toEqual([
    { level: 'info', data: { mail: row?.id, link }, text: 'mail written to a file' },
  ])
  expect(row).toMatchObject({ sent_at: app.time.now, body: '' })
})

test('in a file a long link is whole, to be copied, and so are the letters of other languages', async () => {
  const app = await startApp()
  const options = mailerOptions()
  const long = `https://school.test/advisor/set-password/${'s3cret'.repeat(12)}`
  await postMail(app.context, { ...invitation, body: `Hello Ána,\n\n${long}\n` })

  await createMailer(app.context, options).deliver()

  const [row] = await readOutbox(app)
  const file = readFileSync(join(options.dataDir, 'outbox', `${row?.id}.eml`), 'utf8')
  expect(file).toContain(`Hello Ána,\r\n\r\n${long}\r\n`)
  expect(file).toContain('Content-Transfer-Encoding: 8bit')
})

test('a mail to a strange recipient goes to that one address or nowhere', async () => {
  const app = await startApp()
  const server = await mailServerForTest()
  await postMail(app.context, { ...invitation, recipient: 'a@school.test, b@evil.test' })

  await createMailer(app.context, mailerOptions(server.url)).deliver()

  expect(server.mails.flatMap(({ to }) => to)).not.toContain('b@evil.test')
})

test('a started mailer sends by itself and stops when told', async () => {
  const app = await startApp()
  const options = mailerOptions()
  await postMail(app.context, invitation)

  const mailer = startMailer(app.context, options)
  await vi.waitFor(() => expect(existsSync(join(options.dataDir, 'outbox'))).toBe(true))
  await mailer.stop()

  expect(await readOutbox(app)).toMatchObject([{ sent_at: app.time.now }])
  await postMail(app.context, invitation)
  expect(await readOutbox(app)).toHaveLength(2)
  expect(readdirSync(join(options.dataDir, 'outbox'))).toHaveLength(1)
})
