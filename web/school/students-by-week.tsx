import { Card, Table, Text, Title } from '@mantine/core'
import type { SchoolSummary } from '#contract/school.ts'
import { twoDigits } from '#web/kit/week.ts'
import { findingOf, weeksByDomain } from './findings.ts'
import styles from './students-by-week.module.css'
import { WeekChart } from './week-chart.tsx'

/** Where the students stand: what the chart shows as its title, the chart, and its data. */
export function StudentsByWeek({ rows }: { rows: SchoolSummary['studentsByWeek'] }) {
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
        <Table className={styles.table ?? ''} aria-labelledby="students-by-week">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Domain</Table.Th>
              <Table.Th scope="col">Week</Table.Th>
              <Table.Th scope="col">Students</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ domain, week, students }) => (
              <Table.Tr key={`${domain} ${week}`}>
                <Table.Td>{domain}</Table.Td>
                <Table.Td>{twoDigits(week)}</Table.Td>
                <Table.Td>{students}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </Card>
  )
}
