import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { BarList } from '#web/kit/charts/bar-list.tsx'
import { ChartCard, type ChartColumn } from '#web/kit/charts/chart-card.tsx'
import { paths } from '#web/paths.ts'
import styles from './students-by-week.module.css'
import { formatWeeks, getHeadline, groupWeeks } from './weeks.ts'

type Row = SchoolSummary['studentsByWeek'][number]

/** How many students are in which week. */
export function StudentsByWeek({ rows }: { rows: Row[] }) {
  return (
    <ChartCard
      id="students-by-week"
      title={getHeadline(rows)}
      caption="Students in each week"
      tableTitle="The same as a table, by domain"
      rows={rows}
      getKey={({ domainId, week }) => `${domainId} ${week}`}
      columns={columns}
    >
      <BarList
        label="Students by week"
        bars={groupWeeks(rows).map(({ from, to, students }) => ({
          key: String(from),
          name: formatWeeks(from, to),
          value: students,
          shown: students.toLocaleString('en'),
          noun: students === 1 ? 'student' : 'students',
          to: paths.studentsInWeeks(from, to),
        }))}
      />
    </ChartCard>
  )
}

const columns: ChartColumn<Row>[] = [
  { header: 'Domain', value: ({ domain }) => domain },
  { header: 'Week', value: ({ week }) => week, cell: ({ week }) => formatWeekNumber(week) },
  {
    header: 'Students',
    value: ({ students }) => students,
    cell: (row) => <InWeek {...row} />,
  },
]

/** A domain's students in a week, as a link. */
function InWeek({ domainId, domain, week, students }: Row) {
  const who = `${formatCount(students, 'student', 'students')} in week ${formatWeekNumber(week)} of ${domain}`
  return (
    <Link to={paths.studentsOf(domainId, week)} className={styles.figure} aria-label={who}>
      {students.toLocaleString('en')}
    </Link>
  )
}
