import type { SchoolLogo } from '../../settings/school.ts'
import type { ClaimedMail } from '../delivery-loop.ts'
import { parseContent } from './content.ts'
import { renderText } from './text.ts'

/** Who sends a mail: the sender's address, and the school as its settings are now. */
export type Sender = {
  from: string
  school: { appUrl: string; schoolName: string; schoolLogo: SchoolLogo | undefined }
  /** Where its reader can say that they want no more mails of its kind; undefined where they must. */
  unsubscribeUrl: string | undefined
}

const logoId = 'logo@weekward'

/** A mail as the mail library takes it: text and HTML of one content, and what belongs to them. */
export async function composeMessage(mail: ClaimedMail, { from, school, unsubscribeUrl }: Sender) {
  const { id, recipient, subject, created_at } = mail
  const domain = from.match(/@([^\s>]+)/)?.[1] ?? 'weekward'
  return {
    from,
    to: { name: '', address: recipient },
    subject,
    ...(await makeParts(mail, school)),
    date: new Date(created_at),
    // The same each time, so that a mail sent again after a crash can be recognised.
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // RFC 8058: the reader's program unsubscribes by itself when its button is pressed.
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // All that a mail holds is brought with it: nothing in one may name a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The HTML is written by libraries that are loaded with the first mail, as they take 18 MiB. */
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

/** The picture travels with the mail: an address would be shut out by many readers until asked. */
function toAttachment({ type, content }: SchoolLogo) {
  const filename = type.replace('image/', 'logo.')
  return {
    cid: logoId,
    filename,
    contentType: type,
    // Another thread is given it as bare bytes.
    content: Buffer.from(content),
    contentDisposition: 'inline' as const,
  }
}
