import { Button, Card, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { useLazy } from '#web/kit/lazy/use-lazy.ts'
import { saveFile } from '#web/kit/page/save-file.ts'
import { paths } from '#web/paths.ts'
import styles from './students-by-week.module.css'
import { formatWeeks, getHeadline, groupWeeks, toCsv, type WeekRange } from './weeks.ts'

type Rows = SchoolSummary['studentsByWeek']

/** How many students are in which week: a finding as the title, the chart, and its data. */
export function StudentsByWeek({ rows }: { rows: Rows }) {
  const DataTable = useLazy(async () => (await import('#web/kit/list/data-table.tsx')).DataTable, {
    afterInteraction: true,
  })
  return (
    <Card component="section" withBorder aria-labelledby="students-by-week">
      <Title order={2} id="students-by-week">
        {getHeadline(rows)}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        Students in each week
      </Text>
      <Bars spans={groupWeeks(rows)} />
      <details className={styles.details}>
        <summary>The same as a table, by domain</summary>
        <Group mb="sm">
          <Button variant="default" onClick={() => download(rows)}>
            Download as a file
          </Button>
        </Group>
        {DataTable && (
          <DataTable
            className={styles.table ?? ''}
            labelledBy="students-by-week"
            headers={['Domain', 'Week', 'Students']}
            rows={rows.map((row) => ({
              key: `${row.domainId} ${row.week}`,
              cells: [row.domain, formatWeekNumber(row.week), <InWeek key="students" {...row} />],
            }))}
          />
        )}
      </details>
    </Card>
  )
}

function Bars({ spans }: { spans: WeekRange[] }) {
  const most = Math.max(...spans.map(({ students }) => students))
  return (
    <ul className={styles.bars} aria-label="Students by week">
      {spans.map(({ from, to, students }) => (
        <li key={from} className={styles.bar}>
          <Link to={paths.studentsInWeeks(from, to)}>
            <span className={styles.name}>{formatWeeks(from, to)}</span>{' '}
            <span className={styles.track}>
              <span className={styles.fill} style={{ width: `${(students / most) * 100}%` }} />
              <span className={styles.count}>
                {students.toLocaleString('en')}
                <VisuallyHidden>{students === 1 ? ' student' : ' students'}</VisuallyHidden>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A domain's students in a week, as a link. */
function InWeek({ domainId, domain, week, students }: Rows[number]) {
  const who = `${formatCount(students, 'student', 'students')} in week ${formatWeekNumber(week)} of ${domain}`
  return (
    <Link to={paths.studentsOf(domainId, week)} className={styles.figure} aria-label={who}>
      {students.toLocaleString('en')}
    </Link>
  )
}

/** Made in the browser, which has the data. */
function download(rows: Rows): void {
  saveFile(toCsv(rows), { name: 'students-by-week.csv', type: 'text/csv' })
}
