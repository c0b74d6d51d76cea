import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { onTestFinished } from 'vitest'
import { type ListedMail, listMails } from '#contract/mails.ts'
import { inTransaction } from '#server/kit/context.ts'
import { makeMailTransport } from '#server/kit/mail/delivery/mail-transport.ts'
import { parseContent } from '#server/kit/mail/message/content.ts'
import { renderText } from '#server/kit/mail/message/text.ts'
import { enqueueMail, type Mail } from '#server/kit/mail/outbox.ts'
import { createMailer } from '#server/kit/mail/send-due-mails.ts'
import { startApp, type TestApp } from '../app.ts'
import { makePerson } from '../factories.ts'
import { startMailServer } from './mail-server.ts'

export const noSuchUser = { code: 550, text: '5.1.1 No such user' }

export const setPasswordLink = 'https://school.test/set-password/s3cret'
export const invitation: Mail = {
  kind: 'invitation',
  personId: null,
  recipient: 'ana@school.test',
  content: {
    title: 'Welcome, Ána',
    lines: ['Please open this link.'],
    button: { text: 'Begin', url: setPasswordLink },
  },
}

/** A received mail parsed: headers, text, HTML and attachments. */
export function parseReceivedMail({ text }: { text: string }) {
  return PostalMime.parse(text, { attachmentEncoding: 'utf8' })
}

/** The only link in a mail's text that does not just lead to the school. */
export async function findLink(mail: { text: string } | undefined): Promise<string | undefined> {
  const { text = '' } = mail ? await parseReceivedMail(mail) : {}
  return text.match(/https?:\/\/\S+\/\S+/)?.[0]
}

/** A mail server for one test. */
export async function startMailServerForTest(port?: number) {
  const server = await startMailServer(port)
  onTestFinished(server.stop)
  return server
}

/** Options of a mailer: a temporary folder, and a log that keeps its lines. */
export function makeMailerOptions(smtpUrl?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'weekward-mail-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const lines: { level: string; data: unknown; text: string }[] = []
  const note = (level: string) => (data: unknown, text?: string) => {
    lines.push({ level, data, text: text ?? '' })
  }
  const log = { info: note('info'), warn: note('warn'), error: note('error') }
  const getMailSettings = async () => ({ smtpUrl, mailFrom: 'Weekward <no-reply@school.test>' })
  const transport = makeMailTransport()
  onTestFinished(transport.stop)
  return { getMailSettings, dataDir, log, lines, transport }
}

/** Puts a mail into the outbox. */
export function queueMail({ context }: TestApp, mail: Mail = invitation) {
  return inTransaction(context, (tx) => enqueueMail(tx, mail))
}

export function readOutbox({ context }: TestApp) {
  return context.db.selectFrom('outbox').selectAll().execute()
}

/** The texts of the mails to a person, newest last. */
export async function readMailsTo({ context }: Pick<TestApp, 'context'>, email: string) {
  const { schoolName: name, appUrl: url } = context.settings
  const mails = context.db.selectFrom('outbox').selectAll().where('recipient', '=', email)
  const rows = await mails.orderBy('id').execute()
  return rows.map(({ body, ...row }) => {
    const content = parseContent(body)
    return { ...row, body: content ? renderText(content, { name, url }) : body }
  })
}

/** An app that sends its mails to a real mail server when `deliver` is called. */
export async function startAppWithMailServer(url?: string, answerWithinMs?: number) {
  const app = await startApp()
  const server = await startMailServerForTest()
  const patience = answerWithinMs === undefined ? {} : { answerWithinMs, tryMs: 4 * answerWithinMs }
  const mailer = createMailer(app.context, { ...makeMailerOptions(url ?? server.url), ...patience })
  app.context.deliveryLoop = mailer
  const admin = await makePerson(app, 'admin')
  return { app, server, deliver: () => mailer.deliver(), admin, token: admin.token }
}

/** The mails in the admin's list. */
export async function readMailList(
  app: TestApp,
  token: string,
  query: { state?: ListedMail['state']; person?: string } = {},
) {
  return (await app.call(listMails, { token, query })).body
}
