import { hourMs } from '#contract/kit/time/durations.ts'
import { toClockTime } from '#contract/kit/time/iso.ts'
import {
  addDays,
  getDateInZone,
  getInstantAt,
  getMonday,
  getWeekday,
} from '#contract/kit/time/zone.ts'
import { weeklySummaryFromHour } from '#contract/limits/notifications.ts'
import { getQuietHoursEnd } from '#contract/notifications/delivery/quiet-hours.ts'
import type { Tx } from '#server/database/transaction.ts'
import { attemptAll } from '#server/kit/attempt-all.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { enqueueMail } from '#server/kit/mail/outbox.ts'
import { claimSummaryWeek, readSubscribers } from './queries.ts'
import { summarizeByRole } from './summarize-by-role.ts'

/** People read at once. */
const atOnce = 200

const summaryFrom = toClockTime(weeklySummaryFromHour * hourMs)

type Subscriber = Awaited<ReturnType<typeof readSubscribers>>[number]

/**
 * Mails the weekly summary to people who want one on this weekday: once a week, from the morning of
 * their time zone on, after their quiet hours. One transaction a person; run by one process. If the
 * server was down on the day, that week's summary is skipped. An error with one person does not
 * affect the others, and is thrown at the end.
 */
export async function mailSummaries(context: Context, stopped?: AbortSignal): Promise<void> {
  await attemptAll('not all summaries were emailed', async (attempt) => {
    let afterId = ''
    for (;;) {
      const people = await readSubscribers(context.db, { afterId, most: atOnce })
      for (const person of people) {
        if (stopped?.aborted) return
        await attempt([person], () => mailIfDue(context, person))
      }
      const last = people[atOnce - 1]
      if (!last) return
      afterId = last.id
    }
  })
}

async function mailIfDue(context: Context, person: Subscriber): Promise<void> {
  const week = weekToSummarize(context, person)
  if (week !== null) await inTransaction(context, (tx) => mailTo(tx, person, week))
}

/** Returns the Monday of the week to summarize now; null if it is not time. */
function weekToSummarize({ clock, settings }: Context, person: Subscriber) {
  const { weekday, zone, told_week, quiet_from: from, quiet_to: to } = person
  const [now, timeZone] = [clock(), zone ?? settings.timeZone]
  const afterQuiet = (instant: number) =>
    (from !== null && to !== null && getQuietHoursEnd({ from, to }, timeZone, instant)) || instant
  if (afterQuiet(now) !== now) return null
  const today = getDateInZone(now, timeZone)
  // Quiet hours may postpone it to the next day.
  const day = [today, addDays(today, -1)].find((date) => {
    if (getWeekday(date) !== weekday) return false
    const dueAt = afterQuiet(getInstantAt(date, summaryFrom, timeZone))
    return dueAt <= now && getDateInZone(dueAt, timeZone) === today
  })
  const week = day && getMonday(day)
  return week && told_week !== week ? week : null
}

async function mailTo(context: Context<Tx>, person: Subscriber, week: string): Promise<void> {
  const { id: personId, name, email: recipient, role, zone } = person
  if (!(await claimSummaryWeek(context.db, { personId, week }))) return
  const timeZone = zone ?? context.settings.timeZone
  const content = await summarizeByRole[role](context, { personId, name, timeZone })
  await enqueueMail(context, { kind: 'weekly-summary', personId, recipient, content })
}
