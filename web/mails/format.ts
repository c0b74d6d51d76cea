import { writtenToFilePrefix } from '#contract/kit/kinds/mail-kind.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { ListedMail, MailState } from '#contract/mails.ts'
import { formatDay, formatDayAndTime } from '#web/kit/ui/dates/dates.ts'

export const stateLabels: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Not delivered',
  dropped: 'No longer needed',
}

/** When a mail got its state, or when it will be tried next. */
export function getMailTime(
  {
    state,
    endedAt,
    nextTryAt,
    nextTryBy = null,
  }: Pick<ListedMail, 'state' | 'endedAt' | 'nextTryAt'> & Partial<Pick<ListedMail, 'nextTryBy'>>,
  now: number,
  timeZone: string,
): string {
  const inWords = (instant: string) => formatDayAndTime(Date.parse(instant), now, timeZone)
  if (state !== 'waiting') return endedAt === null ? '' : inWords(endedAt)
  if (nextTryAt !== null) return `Next try: ${inWords(nextTryAt)}`
  return nextTryBy === null ? 'Sending now' : `Sending now, next try: ${inWords(nextTryBy)}`
}

/** When a mail was written, in short: 'Today, 9:40 AM', otherwise 'Yesterday' or 'Thu 19 Nov'. */
export function formatWrittenAt(instant: number, now: number, timeZone: string): string {
  const [day, today] = [getDateInZone(instant, timeZone), getDateInZone(now, timeZone)]
  return day === today ? formatDayAndTime(instant, now, timeZone) : formatDay(day, today)
}

/** The number of tries, in words. */
export function formatTries(tries: number): string {
  if (tries === 0) return 'Not tried yet'
  return tries === 1 ? 'Tried once' : `Tried ${tries} times`
}

/** Whether a mail was written to a file, as no mail server is configured. */
export function isWrittenToFile({ state, answer }: Pick<ListedMail, 'state' | 'answer'>): boolean {
  return state === 'sent' && answer?.startsWith(writtenToFilePrefix) === true
}

/** The result of a test mail so far. */
export function getTestMailOutcome(mail: Pick<ListedMail, 'state' | 'to' | 'answer'>) {
  const { state, to, answer } = mail
  if (isWrittenToFile(mail)) {
    return `No mail server is set up under School settings, so the email to ${to} has not left this server. ${answer}`
  }
  if (state === 'sent') return `The email to ${to} is on its way. The mail server said: ${answer}`
  if (state === 'failed') return `The mail server rejected the email to ${to}: ${answer}`
  if (answer !== null) return `Not sent yet, will be tried again: ${answer}`
  return 'No answer yet. You can follow it in the list.'
}
