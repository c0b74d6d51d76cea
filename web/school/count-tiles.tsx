import { Card, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { paths } from '#web/paths.ts'
import styles from './count-tiles.module.css'

/** The school's numbers, as links to their lists. */
export function CountTiles({ summary }: { summary: SchoolSummary }) {
  const counts: [label: string, count: number, to: string][] = [
    ['Students', summary.students, paths.studentList],
    ['Advisors', summary.advisors, paths.advisorList],
    ['Reviewers', summary.reviewers, paths.reviewerList],
    ['Domains', summary.domains, paths.domainList],
  ]
  return (
    <Card component="dl" withBorder className={styles.counts ?? ''}>
      {counts.map(([label, count, to]) => (
        <div key={label} className={styles.count}>
          <Text component="dt" c="dimmed" size="sm">
            {label}
          </Text>
          <Text component="dd" m={0} fz="h2" fw={600}>
            <Link to={to} className={styles.link} aria-label={`${label}: ${count}`}>
              {count.toLocaleString('en')}
            </Link>
          </Text>
        </div>
      ))}
    </Card>
  )
}
