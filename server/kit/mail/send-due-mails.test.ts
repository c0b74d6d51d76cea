import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dayMs, secondMs } from '#contract/kit/time/durations.ts'
import { startApp } from '#test/app.ts'
import { makeRefuseRows } from '#test/databases/refuse-rows.ts'
import {
  invitation,
  makeMailerOptions,
  queueMail,
  readOutbox,
  setPasswordLink,
  startMailServerForTest,
} from '#test/mail/mails.ts'
import { inTransaction } from '../context.ts'
import { enqueueMail } from './outbox.ts'
import { claimDue } from './queries.ts'
import { createMailer, startMailer } from './send-due-mails.ts'

/** Keeps mails from being recorded as sent. */
const unsentOnly = { table: 'outbox', column: 'sent_at', allowed: 'is null' }

test('an email arrives with its link, and its text is deleted after sending', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const options = makeMailerOptions(server.url)
  await queueMail(app)

  await createMailer(app.context, options).deliver()

  const [row] = await readOutbox(app)
  expect(server.mails).toEqual([
    {
      from: 'no-reply@school.test',
      to: ['ana@school.test'],
      text: expect.stringContaining(setPasswordLink),
    },
  ])
  expect(server.mails[0]?.text).toContain('From: Weekward <no-reply@school.test>')
  expect(server.mails[0]?.text).toContain(`Message-ID: <${row?.id}@school.test>`)
  expect(row).toMatchObject({ sent_at: app.time.now, body: '' })
  expect(JSON.stringify(options.lines)).not.toContain('s3cret')
})

test('admins’ pages are notified of each email’s result', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const changed = vi.fn()
  app.context.live = { ...app.context.live, changed }
  await queueMail(app)

  await createMailer(app.context, makeMailerOptions('smtp://127.0.0.1:1')).deliver()
  expect(changed.mock.calls).toEqual([['school', 'admins']])
  app.time.now += dayMs
  await createMailer(app.context, makeMailerOptions(server.url)).deliver()
  expect(server.mails).toHaveLength(1)
  expect(changed).toHaveBeenCalledTimes(2)
})

test('an email that was sent is not sent again', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const mailer = createMailer(app.context, makeMailerOptions(server.url))
  await queueMail(app)

  await mailer.deliver()
  app.time.now += dayMs
  await mailer.deliver()

  expect(server.mails).toHaveLength(1)
})

test('an email that was sent while the database was down is not sent again', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const mailer = createMailer(app.context, makeMailerOptions(server.url))
  await queueMail(app)
  const { refuse, allow } = makeRefuseRows(app, unsentOnly)

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

test('a stopping mailer still records a sent email', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const options = makeMailerOptions(server.url)
  await queueMail(app)
  const { refuse, allow } = makeRefuseRows(app, unsentOnly)

  await refuse()
  const mailer = startMailer(app.context, options)
  await vi.waitFor(() => expect(options.lines).toMatchObject([{ level: 'error' }]), 30_000)
  await allow()
  await mailer.stop()

  expect(server.mails).toHaveLength(1)
  expect(await readOutbox(app)).toMatchObject([{ sent_at: app.time.now }])
})

test('a change that is rolled back sends nothing', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const rolledBack = inTransaction(app.context, async (transaction) => {
    await enqueueMail(transaction, invitation)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')

  await createMailer(app.context, makeMailerOptions(server.url)).deliver()

  expect(server.mails).toEqual([])
})

test('two servers on one database send each email once', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  for (let mail = 0; mail < 20; mail++) {
    await queueMail(app, { ...invitation, content: { title: `Email ${mail}`, lines: [] } })
  }

  const mailers = Array.from({ length: 2 }, () =>
    createMailer(app.context, makeMailerOptions(server.url)),
  )
  await Promise.all(mailers.map((mailer) => mailer.deliver()))

  const subjects = server.mails.map(({ text }) => text.match(/^Subject: (.*)$/m)?.[1]?.trim())
  expect(subjects.toSorted()).toEqual(
    Array.from({ length: 20 }, (_, mail) => `Email ${mail}`).toSorted(),
  )
})

test('an email whose server died while sending it is sent by another ten minutes later', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  await queueMail(app)
  // The one that dies has claimed the mail and never comes to note how it went.
  const now = app.time.now
  const claim = { now, until: now + 600 * secondMs, most: 1 }
  expect(await claimDue(app.context.db, claim)).toHaveLength(1)

  const mailer = createMailer(app.context, makeMailerOptions(server.url))
  await mailer.deliver()
  expect(server.mails).toHaveLength(0)
  app.time.now += 600 * secondMs
  await mailer.deliver()
  expect(server.mails).toHaveLength(1)
})

test('a started mailer sends emails until it is stopped', async () => {
  const app = await startApp()
  const options = makeMailerOptions()
  await queueMail(app)

  const mailer = startMailer(app.context, options)
  await vi.waitFor(() => expect(existsSync(join(options.dataDir, 'outbox'))).toBe(true), 30_000)
  await mailer.stop()

  expect(await readOutbox(app)).toMatchObject([{ sent_at: app.time.now }])
  await queueMail(app)
  expect(await readOutbox(app)).toHaveLength(2)
  expect(readdirSync(join(options.dataDir, 'outbox'))).toHaveLength(1)
})

test('many due emails are sent concurrently in one poll', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const names = Array.from({ length: 520 }, (_, mail) => `Email ${mail}`)
  for (const title of names) await queueMail(app, { ...invitation, content: { title, lines: [] } })
  let together = 0
  let most = 0
  server.trouble.whileReading = async () => {
    together += 1
    most = Math.max(most, together)
    await vi.waitFor(() => expect(most).toBe(20), 30_000)
    together -= 1
  }

  await createMailer(app.context, makeMailerOptions(server.url)).deliver()

  const subjects = server.mails.map(({ text }) => text.match(/^Subject: (.*)$/m)?.[1]?.trim())
  expect(subjects.toSorted()).toEqual(names.toSorted())
  expect(most).toBe(20)
})

test('up to fifty slow emails do not delay later ones', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  const mailer = createMailer(app.context, { ...makeMailerOptions(server.url), slowMs: 1 })
  const postMany = async (name: string, count: number) => {
    for (let mail = 0; mail < count; mail++) {
      await queueMail(app, { ...invitation, content: { title: `${name} ${mail}`, lines: [] } })
    }
  }
  let held = 0
  let most = 0
  const { promise: letGo, resolve: open } = Promise.withResolvers<void>()
  onTestFinished(() => open())
  server.trouble.whileReading = async () => {
    held += 1
    most = Math.max(most, held)
    await letGo
    held -= 1
  }
  await postMany('slow', 49)
  await mailer.deliver()
  await vi.waitFor(() => expect(held).toBe(49), 30_000)

  const holding = server.trouble.whileReading
  server.trouble.whileReading = async () => {}
  await postMany('later', 3)
  await mailer.deliver()
  await vi.waitFor(() => expect(server.mails).toHaveLength(3), 30_000)

  server.trouble.whileReading = holding
  await postMany('more', 3)
  const delivered = mailer.deliver()
  await vi.waitFor(() => expect(held).toBe(50), 30_000)
  open()
  await delivered
  await mailer.finish()
  expect([server.mails.length, most]).toEqual([55, 50])
  expect((await readOutbox(app)).filter(({ sent_at }) => sent_at === null)).toEqual([])
})
