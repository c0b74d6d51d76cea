import { Button, Card, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { twoDigits } from '#contract/kit/week.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { useLazy } from '#web/kit/later/use-lazy.ts'
import { saveText } from '#web/kit/page/save-text.ts'
import { paths } from '#web/paths.ts'
import styles from './students-by-week.module.css'
import { asCsv, findingOf, type Span, spansOf, weeksInWords } from './weeks.ts'

type Rows = SchoolSummary['studentsByWeek']

/** Where the students stand: what the chart shows as its title, the chart, and its data. */
export function StudentsByWeek({ rows }: { rows: Rows }) {
  const DataTable = useLazy(async () => (await import('#web/kit/list/data-table.tsx')).DataTable)
  return (
    <Card component="section" withBorder aria-labelledby="students-by-week">
      <Title order={2} id="students-by-week">
        {findingOf(rows)}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        Students in each week
      </Text>
      <Bars spans={spansOf(rows)} />
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

function Bars({ spans }: { spans: Span[] }) {
  const most = Math.max(...spans.map(({ students }) => students))
  return (
    <ul className={styles.bars} aria-label="Students by week">
      {spans.map(({ from, to, students }) => (
        <li key={from} className={styles.bar}>
          <BarName from={from} to={to} />
          <span className={styles.track}>
            <span className={styles.fill} style={{ width: `${(students / most) * 100}%` }} />
            <span className={styles.count}>{students.toLocaleString('en')}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What a bar stands for: one week leads to those who are in it. */
function BarName({ from, to }: Pick<Span, 'from' | 'to'>) {
  const words = weeksInWords(from, to)
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  return from === to ? <Link to={paths.studentsInWeek(from)}>{name}</Link> : <span>{name}</span>
}

/** Made here: the server need not write what the page has. */
function download(rows: Rows): void {
  saveText(asCsv(rows), { name: 'students-by-week.csv', type: 'text/csv' })
}
