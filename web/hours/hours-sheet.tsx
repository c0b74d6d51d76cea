import { Text, Title } from '@mantine/core'
import type { HoursRow } from '#contract/hours.ts'
import { DataTable } from '#web/kit/list/data-table.tsx'
import { useSchool } from '#web/kit/page/school.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import styles from './hours.module.css'
import {
  addUp,
  type Counts,
  formatCallTime,
  type ReviewerHours,
  sumByReviewer,
  withoutTimesLabel,
} from './hours-sums.ts'
import { formatSpan, type Span } from './months.ts'

type Props = { rows: HoursRow[]; span: Span; domain: string; isOne: boolean }

/**
 * What is printed below the page's title: the school, the month, and each reviewer's sums, or one
 * reviewer's days.
 */
export function HoursSheet({ rows, span, domain, isOne }: Props) {
  const school = useSchool()
  const lines: (HoursRow | ReviewerHours)[] = isOne ? rows : sumByReviewer(rows)
  const total = addUp(rows)
  const isLacking = total.withoutTimes > 0
  const toCells = (sums: Counts) => {
    const { held, withoutTimes, studentNoShows, reviewerNoShows } = sums
    const lacking = isLacking ? [withoutTimes] : []
    return [held, formatCallTime(sums), ...lacking, studentNoShows, reviewerNoShows]
  }
  return (
    <section className={styles.sheet} aria-labelledby="hours-sheet">
      <Text fw={600}>{school?.name}</Text>
      <Title order={2} id="hours-sheet" my="xs">
        {[isOne ? rows[0]?.reviewer : 'All reviewers', formatSpan(span), domain]
          .filter(Boolean)
          .join(', ')}
      </Title>
      <DataTable
        labelledBy="hours-sheet"
        numbersFrom={isOne ? 2 : 1}
        headers={[
          ...(isOne ? ['Date', 'Domain'] : ['Reviewer']),
          ...['Reviews', 'Hours', ...(isLacking ? [withoutTimesLabel] : [])],
          ...['Students absent', 'Reviewer absent'],
        ]}
        rows={[
          ...lines.map((line) => ({
            key: 'date' in line ? `${line.date} ${line.domain}` : line.email,
            cells: [
              ...('date' in line ? [formatShortDate(line.date), line.domain] : [line.reviewer]),
              ...toCells(line),
            ],
          })),
          { key: 'total', cells: ['Total', ...(isOne ? [''] : []), ...toCells(total)] },
        ]}
      />
    </section>
  )
}
