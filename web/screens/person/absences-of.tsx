import { Card, Text, Title } from '@mantine/core'
import { type Absence, listAbsencesOf } from '#contract/availability/absences.ts'
import { AboutAbsence } from '#web/availability/absence/about-absence.tsx'
import { useList } from '#web/kit/call/query.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'

type Props = { reviewer: string; today: string }

/** When a reviewer is away and why, the next one first; when they were is folded beneath. */
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
        {(absences) => {
          // They come with the last one first.
          const ahead = absences.filter(({ to }) => to >= today).toReversed()
          const over = absences.filter(({ to }) => to < today)
          return (
            <>
              {ahead.length > 0 ? (
                <Days label="Absences" absences={ahead} today={today} />
              ) : (
                <Text c="dimmed">None are ahead.</Text>
              )}
              {over.length > 0 && (
                <details>
                  <summary style={{ minHeight: 'var(--control)', alignContent: 'center' }}>
                    Show {over.length} earlier
                  </summary>
                  <Days label="Earlier absences" absences={over} today={today} />
                </details>
              )}
            </>
          )
        }}
      </LoadedList>
    </Card>
  )
}

type DaysProps = { label: string; absences: Absence[]; today: string }

function Days({ label, absences, today }: DaysProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {absences.map((absence) => (
        <li key={absence._id} className={styles.row}>
          <AboutAbsence absence={absence} today={today} />
        </li>
      ))}
    </ul>
  )
}
