import { getDateInZone } from '#contract/kit/time/zone.ts'
import { formatDay, formatDaysFromNow, toMidSentence } from './dates/dates.ts'

/**
 * When a person was last invited, and until when the link is valid. Without a mail server no mail
 * was sent.
 */
export function formatInvitationStatus(
  { sentAt, expiresAt }: { sentAt: string; expiresAt: string },
  now: number,
  timeZone: string,
): { ago: string; link: string; isOver: boolean } {
  const [sent, expires] = [Date.parse(sentAt), Date.parse(expiresAt)]
  const until = formatDay(getDateInZone(expires, timeZone), getDateInZone(now, timeZone))
  const isOver = expires <= now
  return {
    ago: formatDaysFromNow(sent, now, timeZone),
    link: isOver ? 'link has expired' : `link valid until ${toMidSentence(until)}`,
    isOver,
  }
}
