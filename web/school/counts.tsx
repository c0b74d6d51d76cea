import { Card, Text } from '@mantine/core'
import type { SchoolSummary } from '#contract/school.ts'
import styles from './counts.module.css'

/** The school in numbers. */
export function Counts({ summary }: { summary: SchoolSummary }) {
  const counts = {
    Students: summary.students,
    Advisors: summary.advisors,
    Reviewers: summary.reviewers,
    Domains: summary.domains,
    'Reviews with a slot': summary.reviewsScheduled,
    'Free slots': summary.freeSlots,
    Invited: summary.invited,
    Blocked: summary.blocked,
  }
  return (
    <Card component="dl" withBorder className={styles.counts ?? ''}>
      {Object.entries(counts).map(([label, count]) => (
        <div key={label} className={styles.count}>
          <Text component="dt" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fz="h2" fw={650}>
            {count}
          </Text>
        </div>
      ))}
    </Card>
  )
}
