import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { startMailServer } from '#test/mail-server.ts'
import { dayMs, hourMs, secondMs } from './clock.ts'
import { inTransaction } from './context.ts'
import { createMailer, startMailer } from './mailer.ts'
import { claimMail, postMail } from './outbox.ts'

const link = 'https://school.test/set-password/s3cret'
const invitation = {
  recipient: 'ana@school.test',
  subject: 'Welcome, Ána',
  body: `Please open this link:\n\n${link}\n`,
}

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
