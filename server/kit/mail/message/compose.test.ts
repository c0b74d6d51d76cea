import { expect, test } from 'vitest'
import type { MailKind } from '#contract/kit/kinds/mail-kind.ts'
import { startApp } from '#test/app.ts'
import {
  invitation,
  makeMailerOptions,
  parseReceivedMail,
  queueMail,
  readOutbox,
  setPasswordLink,
  startMailServerForTest,
} from '#test/mail/mails.ts'
import { createMailer } from '../send-due-mails.ts'

const picture = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1')
const schoolLogo = { type: 'image/png', content: picture, version: '0123456789abcdef' }

/** A mail as it arrives over SMTP. */
async function arriving(
  content = invitation.content,
  settings: Parameters<typeof startApp>[0] = {},
  kind: MailKind = 'booked',
) {
  const app = await startApp(settings)
  const server = await startMailServerForTest()
  await queueMail(app, { ...invitation, kind, content })
  await createMailer(app.context, makeMailerOptions(server.url)).deliver()
  const [mail = { text: '' }] = server.mails
  const read = await parseReceivedMail(mail)
  const header = (name: string) => read.headers.find(({ key }) => key === name)?.value
  return { ...read, header, source: mail.text }
}

test('an email has text, HTML and headers for unsubscribing', async () => {
  const { subject, text, html, header } = await arriving()
  expect(subject).toBe('Welcome, Ána')
  expect(text).toContain(`\n${setPasswordLink}\n`)
  expect(html).toContain(`href="${setPasswordLink}"`)
  expect(header('list-unsubscribe')).toMatch(
    /^<http:\/\/weekward\.test\/unsubscribe\/booked\.\.[\w-]{43}>$/,
  )
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test.each(['invitation', 'password-changed', 'undo-email'] as const)(
  'an email that cannot be unsubscribed has no such header: %s',
  async (kind) => {
    const { header } = await arriving(invitation.content, {}, kind)
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(header('list-unsubscribe')).toBeUndefined()
    expect(header('list-unsubscribe-post')).toBeUndefined()
  },
)

test('the unsubscribe link is complete, however long the school’s URL is', async () => {
  const appUrl = `https://${'school.'.repeat(20)}test/weekward`
  const { header } = await arriving(invitation.content, { appUrl })
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/(school\.){20}test\/weekward\/\S+>$/)
})

test('the school’s logo comes with the email, and nothing is loaded from elsewhere', async () => {
  const { html, attachments } = await arriving(invitation.content, { schoolLogo })
  expect(attachments).toMatchObject([
    { mimeType: 'image/png', related: true, contentId: '<logo@weekward>' },
  ])
  expect(html).toContain('src="cid:logo@weekward"')
  expect(html).not.toMatch(/src="http/)
})

test('a calendar entry comes inline and as an attachment', async () => {
  const ics = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n'
  const calendar = { method: 'CANCEL', ics } as const
  const { text, attachments, source } = await arriving({ ...invitation.content, calendar })
  expect(text).toContain(setPasswordLink)
  expect(source).toContain('Content-Type: text/calendar; charset=utf-8; method=CANCEL')
  const files = attachments.filter(({ disposition }) => disposition === 'attachment')
  expect(files).toMatchObject([{ filename: 'review.ics', mimeType: 'application/ics' }])
  expect(String(files[0]?.content).replaceAll(/\r?\n/g, '\r\n')).toBe(ics)
})

test('an email queued by an older version is sent as plain text', async () => {
  const app = await startApp()
  const server = await startMailServerForTest()
  await queueMail(app)
  const body = `Hello Ána,\n\nopen this link:\n\n${setPasswordLink}\n`
  await app.context.db.updateTable('outbox').set({ body, kind: null }).execute()

  await createMailer(app.context, makeMailerOptions(server.url)).deliver()

  const read = await parseReceivedMail(server.mails[0] ?? { text: '' })
  expect(read.text).toBe(body)
  expect(read.html).toBeUndefined()
  expect(await readOutbox(app)).toMatchObject([{ sent_at: app.time.now, body: '' }])
})
