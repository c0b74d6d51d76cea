import { Card, Text, Title } from '@mantine/core'
import { listAbsencesOf } from '#contract/availability/absences.ts'
import { daysOf } from '#web/availability/words.ts'
import { useList } from '#web/kit/call/query.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'

type Props = { reviewer: string; today: string }

/** When a reviewer is away or was, and why. */
export function AbsencesOf({ reviewer, today }: Props) {
  return (
    <Card component="section" withBorder aria-labelledby="absences">
      <Title order={2} mb="md" id="absences">
        Absences
      </Title>
      <LoadedList
        list={useList(listAbsencesOf, { query: { reviewer } })}
        skeleton={<Skeletons count={1} height={44} />}
        empty={<Text c="dimmed">None are noted.</Text>}
      >
        {(absences) => (
          <ul className={styles.list} aria-label="Absences">
            {absences.map((absence) => (
              <li key={absence._id} className={styles.row}>
                <div className={styles.about}>
                  <Text fw={500}>{daysOf(absence, today)}</Text>
                  <Text c="dimmed" dir="auto">
                    {absence.reason}
                  </Text>
                </div>
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </Card>
  )
}
