import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Absence } from '#contract/availability/absences.ts'
import { noEnd } from '#contract/limits/availability.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { formatListDate } from '#web/kit/ui/dates/dates.ts'
import { formatDateRange } from '#web/kit/ui/dates/holidays.tsx'

type Props = {
  label: string
  absences: Absence[]
  today: string
  /** Removes an absence after confirmation; without it the list is read-only. */
  remove?: (absence: Absence) => Promise<{ message: string }>
  /** Whether an admin looks, who alone can let somebody return who has left the school. */
  isByAdmin?: boolean
  /** Moves the focus, as the pressed button is removed with its absence. */
  onRemoved?: () => void
}

/** A list of absences with dates and reason, each with a button to remove it. */
export function AbsenceList({
  label,
  absences,
  today,
  remove,
  isByAdmin = false,
  onRemoved,
}: Props) {
  const [underWay, setUnderWay] = useState<string>()

  async function removeAbsence(absence: Absence, send: NonNullable<Props['remove']>) {
    const isSure = await openConfirmDialog({
      title: 'Remove this absence?',
      text: `${isByAdmin ? 'The' : 'Your'} weekly slots are created again. Slots added by hand and lost bookings are not restored.`,
      confirm: 'Remove',
    })
    if (!isSure) return
    setUnderWay(absence._id)
    await toastReply(send(absence), onRemoved)
    setUnderWay(undefined)
  }

  return (
    <ul aria-label={label}>
      {absences.map((absence) => (
        <li key={absence._id} className={styles.row}>
          <div className={styles.about}>
            <Text fw={500}>{formatAbsenceDays(absence, today)}</Text>
            <Text c="dimmed" dir="auto">
              {absence.reason}
            </Text>
          </div>
          {remove && (isByAdmin || absence.to !== noEnd) && (
            <Button
              variant="default"
              aria-label={`Remove ${formatAbsenceDays(absence, today)}`}
              loading={underWay === absence._id}
              onClick={() => removeAbsence(absence, remove)}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The days of an absence: 'Tue 24 Nov to Fri 27 Nov', or 'From Tue 24 Nov with no end date'. */
function formatAbsenceDays({ from, to }: Absence, today: string): string {
  return to === noEnd
    ? `From ${formatListDate(from, today)} with no end date`
    : formatDateRange({ from, to }, today)
}
