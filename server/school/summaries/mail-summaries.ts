import { toClock } from '#contract/kit/time/iso.ts'
import { hourMs } from '#contract/kit/time/time.ts'
import { addDays, dateInZone, getMonday, getWeekday, instantAt } from '#contract/kit/time/zone.ts'
import { summaryFromHour } from '#contract/limits/notifications.ts'
import { getQuietHoursEnd } from '#contract/notifications/delivery/quiet-hours.ts'
import type { Tx } from '#server/database/transaction.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { enqueueMail } from '#server/kit/mail/outbox.ts'
import { claimSummaryWeek, readSubscribers } from './queries.ts'
import { summarizeByRole } from './summarize-by-role.ts'

/** So many people are looked at at a time. */
const atOnce = 200

const summaryFrom = toClock(summaryFromHour * hourMs)

type Subscriber = Awaited<ReturnType<typeof readSubscribers>>[number]

/**
 * Mails a summary of the week to whoever likes one on this day, once a week, from the morning of
 * their own clock on, once their quiet hours are over: each with one transaction, by one process. One whose day a server was away for
 * is left out.
 */
export async function mailSummaries(context: Context, stopped?: AbortSignal): Promise<void> {
  let afterId = ''
  for (;;) {
    const people = await readSubscribers(context.db, { afterId, most: atOnce })
    for (const person of people) {
      if (stopped?.aborted) return
      const week = weekToSummarize(context, person)
      if (week !== null) await inTransaction(context, (tx) => mailTo(tx, person, week))
    }
    const last = people[atOnce - 1]
    if (!last) return
    afterId = last.id
  }
}

/** The Monday of the week of which the person is to be told now; null where it is not the time. */
function weekToSummarize({ clock, settings }: Context, person: Subscriber) {
  const { weekday, zone, told_week, quiet_from: from, quiet_to: to } = person
  const [now, timeZone] = [clock(), zone ?? settings.timeZone]
  const afterQuiet = (instant: number) =>
    (from !== null && to !== null && getQuietHoursEnd({ from, to }, timeZone, instant)) || instant
  if (afterQuiet(now) !== now) return null
  const today = dateInZone(now, timeZone)
  // Quiet hours may put it off into the day after.
  const day = [today, addDays(today, -1)].find((date) => {
    if (getWeekday(date) !== weekday) return false
    const dueAt = afterQuiet(instantAt(date, summaryFrom, timeZone))
    return dueAt <= now && dateInZone(dueAt, timeZone) === today
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
