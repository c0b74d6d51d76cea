import { Card, Text, Title } from '@mantine/core'
import type { SchoolSummary } from '#contract/school.ts'
import { useLazy } from '#web/kit/later/use-lazy.ts'
import { twoDigits } from '#web/kit/look/week.ts'
import { findingOf, weeksByDomain } from './findings.ts'
import styles from './students-by-week.module.css'
import { WeekChart } from './week-chart.tsx'

/** Where the students stand: what the chart shows as its title, the chart, and its data. */
export function StudentsByWeek({ rows }: { rows: SchoolSummary['studentsByWeek'] }) {
  const DataTable = useLazy(async () => (await import('#web/kit/list/data-table.tsx')).DataTable)
  return (
    <Card component="section" withBorder aria-labelledby="students-by-week">
      <Title order={2} id="students-by-week">
        {findingOf(rows)}
      </Title>
      <Text c="dimmed" mb="lg">
        Students in each week, by domain
      </Text>
      <WeekChart domains={weeksByDomain(rows)} />
      <details className={styles.details}>
        <summary>The same as a table</summary>
        {DataTable && (
          <DataTable
            className={styles.table ?? ''}
            labelledBy="students-by-week"
            headers={['Domain', 'Week', 'Students']}
            rows={rows.map(({ domain, week, students }) => ({
              key: `${domain} ${week}`,
              cells: [domain, twoDigits(week), students],
            }))}
          />
        )}
      </details>
    </Card>
  )
}
