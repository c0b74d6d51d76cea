import type { SchoolLogo } from '../../settings/school.ts'
import type { ClaimedMail } from '../claimed-mail.ts'
import { parseContent } from './content.ts'
import { renderText } from './text.ts'

/** The sender of a mail: its address, and the school by its current settings. */
export type Sender = {
  from: string
  school: { appUrl: string; schoolName: string; schoolLogo: SchoolLogo | undefined }
  /** The link to unsubscribe from this kind of mail; undefined if it cannot be unsubscribed. */
  unsubscribeUrl: string | undefined
}

const logoId = 'logo@weekward'

/** Composes the mail library's message: text and HTML of the same content, with attachments. */
export async function composeMessage(mail: ClaimedMail, { from, school, unsubscribeUrl }: Sender) {
  const { id, recipient, subject, created_at } = mail
  const domain = from.match(/@([^\s>]+)/)?.[1] ?? 'weekward'
  return {
    from,
    to: { name: '', address: recipient },
    subject,
    ...(await makeParts(mail, school)),
    date: new Date(created_at),
    // Stable, so that a mail sent again after a crash can be recognised.
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // RFC 8058: one-click unsubscribe.
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Mails must not load files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The rendering libraries are loaded with the first mail, as they take 18 MiB. */
async function makeParts(
  { body }: ClaimedMail,
  { appUrl: url, schoolName: name, schoolLogo }: Sender['school'],
) {
  const content = parseContent(body)
  if (!content) return { text: body }
  const { renderHtml: htmlOf } = await import('./html.ts')
  const logo = schoolLogo && `cid:${logoId}`
  const { calendar } = content
  return {
    text: renderText(content, { name, url }),
    html: htmlOf(content, { name, url, logo }),
    ...(schoolLogo ? { attachments: [toAttachment(schoolLogo)] } : {}),
    ...(calendar
      ? { icalEvent: { ...entry, method: calendar.method, content: calendar.ics } }
      : {}),
  }
}

const entry = { filename: 'review.ics' }

/** The logo is attached, since many mail clients block remote images. */
function toAttachment({ type, content }: SchoolLogo) {
  const filename = type.replace('image/', 'logo.')
  return {
    cid: logoId,
    filename,
    contentType: type,
    // In a worker thread it arrives as a Uint8Array.
    content: Buffer.from(content),
    contentDisposition: 'inline' as const,
  }
}
