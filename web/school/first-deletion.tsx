import { dateInZone } from '#contract/kit/zone.ts'
import { sentMailDays } from '#contract/limits/mails.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { fullDate } from '#web/kit/look/dates.ts'
import { useSchoolZone } from './api.ts'
import { Notice } from './notice.tsx'

type Props = NonNullable<SchoolSummary['firstDeletion']>

/** Tells ahead that old records will be deleted for the first time, when, and which. */
export function FirstDeletion({ from, trailDays, callRecordDays }: Props) {
  const day = fullDate(dateInZone(Date.parse(from), useSchoolZone()))
  return (
    <Notice title={`From ${day} on, old records are deleted`}>
      The audit trail is kept for {trailDays} days, who came and went in a live review and its chat
      for {callRecordDays} days, sent mails for {sentMailDays} days. Nothing is deleted before that
      day. Whoever runs the server can have more or less kept, with TRAIL_DAYS and CALL_RECORD_DAYS.
    </Notice>
  )
}
