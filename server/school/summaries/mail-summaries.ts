import { clockInZone, dateInZone, minuteOfDay, mondayOf, weekdayOf } from '#contract/kit/zone.ts'
import { summaryFromHour } from '#contract/limits/notices.ts'
import type { Tx } from '#server/database/transaction.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { postMail } from '#server/kit/mail/outbox.ts'
import { readWanting, takeWeek } from './queries.ts'
import { summaryFor } from './summary-for.ts'

/** So many people are looked at at a time. */
const atOnce = 200

type Wanting = Awaited<ReturnType<typeof readWanting>>[number]

/**
 * Mails a summary of the week to whoever likes one on this day, once a week, from the morning of
 * their own clock on: each with one transaction, by one process. One whose day a server was away for
 * is left out.
 */
export async function mailSummaries(context: Context, stopped?: AbortSignal): Promise<void> {
  let afterId = ''
  for (;;) {
    const people = await readWanting(context.db, { afterId, most: atOnce })
    for (const person of people) {
      if (stopped?.aborted) return
      const week = weekToTell(context, person)
      if (week !== null) await inTransaction(context, (tx) => mailTo(tx, person, week))
    }
    const last = people[atOnce - 1]
    if (!last) return
    afterId = last.id
  }
}

/** The Monday of the week of which the person is to be told now; null where it is not the time. */
function weekToTell({ clock, settings }: Context, { weekday, zone, told_week }: Wanting) {
  const [now, timeZone] = [clock(), zone ?? settings.timeZone]
  const date = dateInZone(now, timeZone)
  const isTime = minuteOfDay(clockInZone(now, timeZone)) >= summaryFromHour * 60
  const week = mondayOf(date)
  return isTime && weekdayOf(date) === weekday && told_week !== week ? week : null
}

async function mailTo(context: Context<Tx>, person: Wanting, week: string): Promise<void> {
  const { id: personId, name, email: recipient, role, zone } = person
  if (!(await takeWeek(context.db, { personId, week }))) return
  const timeZone = zone ?? context.settings.timeZone
  const content = await summaryFor[role](context, { personId, name, timeZone })
  await postMail(context, { kind: 'weekly-summary', personId, recipient, content })
}
