import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Absence } from '#contract/availability/absences.ts'
import { noEnd } from '#contract/limits/availability.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { formatListDate } from '#web/kit/ui/dates/dates.ts'
import { formatDays } from '#web/kit/ui/dates/holidays.tsx'

type Props = {
  label: string
  absences: Absence[]
  today: string
  /** Withdraws an absence after confirmation; without it the list is read-only. */
  withdraw?: (absence: Absence) => Promise<{ message: string }>
  /** Whether an admin looks, who alone can let somebody return who has left the school. */
  isByAdmin?: boolean
  /** Moves the focus, as the pressed button is removed with its absence. */
  onWithdrawn?: () => void
}

/** A list of absences with dates and reason, each with a button to withdraw it. */
export function AbsenceList({
  label,
  absences,
  today,
  withdraw,
  isByAdmin = false,
  onWithdrawn,
}: Props) {
  const [underWay, setUnderWay] = useState<string>()

  async function withdrawAbsence(absence: Absence, send: NonNullable<Props['withdraw']>) {
    const isSure = await confirmDialog({
      title: 'Withdraw this absence?',
      text: 'Slots are made again from the weekly times. Slots that were added by hand and bookings that were lost do not come back.',
      confirm: 'Withdraw',
    })
    if (!isSure) return
    setUnderWay(absence._id)
    await toastReply(send(absence), onWithdrawn)
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
          {withdraw && (isByAdmin || absence.to !== noEnd) && (
            <Button
              variant="default"
              aria-label={`Withdraw ${formatAbsenceDays(absence, today)}`}
              loading={underWay === absence._id}
              onClick={() => withdrawAbsence(absence, withdraw)}
            >
              Withdraw
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The days of an absence: 'Tue 24 Nov to Fri 27 Nov', or 'From Tue 24 Nov on, without an end'. */
function formatAbsenceDays({ from, to }: Absence, today: string): string {
  return to === noEnd
    ? `From ${formatListDate(from, today)} on, without an end`
    : formatDays({ from, to }, today)
}
