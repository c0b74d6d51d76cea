import { dateInZone } from '#contract/kit/time/zone.ts'
import { sentMailDays } from '#contract/limits/mails.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { useNow } from '#web/kit/live/now.ts'
import { formatListDate } from '#web/kit/ui/dates/dates.ts'
import { useSchoolZone } from './api.ts'
import { WarningCard } from './warning-card.tsx'

type Props = NonNullable<SchoolSummary['firstDeletion']>

/** Announces that old records will be deleted for the first time: when, and which. */
export function FirstDeletion({ from, trailDays, callRecordDays }: Props) {
  const [now, timeZone] = [useNow(), useSchoolZone()]
  const day = formatListDate(dateInZone(Date.parse(from), timeZone), dateInZone(now, timeZone))
  return (
    <WarningCard title={`From ${day} on, old records are deleted`}>
      The audit log is kept for {trailDays} days, the attendance and chat of live reviews for{' '}
      {callRecordDays} days, sent mails for {sentMailDays} days. Nothing is deleted before that day.
      The server administrator can change this with TRAIL_DAYS and CALL_RECORD_DAYS.
    </WarningCard>
  )
}
