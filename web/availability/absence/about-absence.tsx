import { Text } from '@mantine/core'
import type { Absence } from '#contract/availability/absences.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { daysOf } from '../words.ts'

type Props = { absence: Absence; today: string }

/** When somebody is away and why, in a row of a list. */
export function AboutAbsence({ absence, today }: Props) {
  return (
    <div className={styles.about}>
      <Text fw={500}>{daysOf(absence, today)}</Text>
      <Text c="dimmed" dir="auto">
        {absence.reason}
      </Text>
    </div>
  )
}
