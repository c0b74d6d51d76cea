import { hourMs } from '#contract/kit/time/durations.ts'
import { pushHours, pushTextMaxLength } from '#contract/limits/notifications.ts'
import type { PushPayload } from '#contract/notifications/delivery/push.ts'
import { notificationDefinitions } from '#contract/notifications/notifications.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Context } from '#server/kit/context.ts'
import type { PushMessage } from '#server/kit/push/encrypt.ts'
import { getPreferences, getTimeZone } from '../settings.ts'

type PushedNotice = Pick<Tables['notifications'], 'id' | 'person_id' | 'kind' | 'payload' | 'at'> &
  Pick<Tables['people'], 'role'> & { review: string | null }

/** Makes the push message of a notification; undefined if it is no longer useful or not wanted. */
export async function toPushMessage(
  context: Context,
  notice: PushedNotice,
): Promise<PushMessage | undefined> {
  const { clock, settings } = context
  const { id, person_id: _id, kind, role, review, at } = notice
  const { text, path, goodUntil, isSafety, mail } = notificationDefinitions[kind]
  const payload: unknown = JSON.parse(notice.payload)
  const latest = at + pushHours * hourMs
  const keptForMs = Math.min(goodUntil(payload, at) ?? latest, latest) - clock()
  if (keptForMs <= 0) return undefined

  const chosen = await getPreferences(context, _id)
  if (!chosen.kinds[kind].push) return undefined
  const { timeZone: schoolZone, schoolName: title } = settings
  const reader = { _id, role, timeZone: getTimeZone(context, chosen), schoolZone, review }
  const said = { title, text: short(text(payload, reader)), path: path(reader) }
  const pushed: PushPayload = { id, role, ...said, at }
  const isUrgent = isSafety || keptForMs <= hourMs
  return {
    payload: JSON.stringify(pushed),
    keptForMs,
    urgency: isUrgent ? 'high' : mail === 'at-once' ? 'normal' : 'low',
    topic: id.replaceAll('-', ''),
  }
}

function short(text: string): string {
  if (text.length <= pushTextMaxLength) return text
  return `${text.slice(0, pushTextMaxLength - 1).toWellFormed()}…`
}
