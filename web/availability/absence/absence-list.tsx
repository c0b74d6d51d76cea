import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Absence } from '#contract/availability/absences.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { formatDays } from '#web/kit/ui/dates/holidays.tsx'

type Props = {
  label: string
  absences: Absence[]
  today: string
  /** Withdraws an absence after confirmation; without it the list is read-only. */
  withdraw?: (absence: Absence) => Promise<{ message: string }>
  /** Moves the focus, as the pressed button is removed with its absence. */
  onWithdrawn?: () => void
}

/** A list of absences with dates and reason, each with a button to withdraw it. */
export function AbsenceList({ label, absences, today, withdraw, onWithdrawn }: Props) {
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
    <ul className={styles.list} aria-label={label}>
      {absences.map((absence) => (
        <li key={absence._id} className={styles.row}>
          <div className={styles.about}>
            <Text fw={500}>{formatDays(absence, today)}</Text>
            <Text c="dimmed" dir="auto">
              {absence.reason}
            </Text>
          </div>
          {withdraw && (
            <Button
              variant="default"
              aria-label={`Withdraw ${formatDays(absence, today)}`}
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
