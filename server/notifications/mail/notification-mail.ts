import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { linkedPagePaths } from '#contract/kit/linked-page-paths.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import type { Reader } from '#contract/notifications/format-review.ts'
import { notificationDefinitions } from '#contract/notifications/notifications.ts'
import type { MailContent } from '#server/kit/mail/message/content.ts'
import type { Mail } from '#server/kit/mail/outbox.ts'

/** A notification to be mailed; useless from `goodUntil` on (ms since 1970; null for never). */
export type MailedNotification = {
  kind: NotificationKind
  payload: unknown
  goodUntil: number | null
  reader: Reader
  reviewId: string | null
  /** The calendar entry to add, move or cancel. */
  calendar: MailContent['calendar']
}

/** An array with at least one item. */
export type NonEmptyArray<T> = [T, ...T[]]

type Recipient = { id: string; name: string; email: string }

/** Makes the mail for one notification, or for several that were batched. */
export function makeNotificationMail(
  { id: personId, name, email: recipient }: Recipient,
  [first, ...others]: NonEmptyArray<MailedNotification>,
  appUrl: string,
): Mail {
  const hello = `Hello ${name},`
  const { kind, goodUntil, reviewId } = first
  return others.length === 0
    ? {
        kind,
        personId,
        recipient,
        content: contentOfOne(first, hello, appUrl),
        goodUntil,
        reviewId,
      }
    : {
        kind: 'several-notices',
        personId,
        recipient,
        content: contentOfSeveral([first, ...others], hello, appUrl),
      }
}

function contentOfOne(
  { kind, payload, reader, calendar }: MailedNotification,
  hello: string,
  appUrl: string,
): MailContent {
  const { subject, text, details, path, button, isSafety } = notificationDefinitions[kind]
  return {
    title: subject(payload, reader),
    lines: [hello, text(payload, reader)],
    facts: details(payload, reader),
    button: { text: button(reader), url: appUrl + path(reader) },
    after: [isSafety ? always : formatSettingsHint(reader, appUrl)],
    calendar,
  }
}

function contentOfSeveral(
  notifications: NonEmptyArray<MailedNotification>,
  hello: string,
  appUrl: string,
): MailContent {
  const [{ kind, payload, reader }, ...others] = notifications
  const rest = formatCount(others.length, 'more notification', 'more notifications')
  return {
    title: `${notificationDefinitions[kind].subject(payload, reader)}, and ${rest}`,
    lines: [hello],
    items: notifications.map((one) => {
      const { text, path } = notificationDefinitions[one.kind]
      return { text: text(one.payload, one.reader), url: appUrl + path(one.reader) }
    }),
    button: { text: 'Open your notifications', url: appUrl + linkedPagePaths.notices(reader.role) },
    after: [formatSettingsHint(reader, appUrl)],
    kinds: [...new Set(notifications.map((one) => one.kind))],
  }
}

const always = 'This email keeps your account safe, so it cannot be turned off.'

const formatSettingsHint = ({ role }: Reader, appUrl: string) =>
  `Choose which emails you get at ${appUrl}${linkedPagePaths.noticeSettings(role)}`
