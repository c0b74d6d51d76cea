import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { AtRiskCounts } from '#contract/school/at-risk.ts'
import { paths } from '#web/paths.ts'
import { AttentionCard, AttentionRow } from './attention-card.tsx'

/** The weeks that students have reached and that have no task, as links to write it. */
export function WeeksWithoutTask({ weeks }: { weeks: AtRiskCounts['weeksWithoutTask'] }) {
  const label = `${formatCount(weeks.length, 'week has', 'weeks have')} students and no task`
  return (
    <AttentionCard title={label}>
      <ul aria-label="Weeks without a task">
        {weeks.map(({ domain, week, students }) => (
          <li key={`${domain._id} ${week}`}>
            <AttentionRow
              name={`Week ${formatWeekNumber(week)}, ${domain.name}`}
              facts={
                <Link to={paths.studentsOf(domain._id, week)}>
                  {formatCount(students, 'student is in it', 'students are in it')}
                </Link>
              }
            >
              <Button component={Link} to={paths.writeTaskOf(domain._id, week)} variant="default">
                Write the task
              </Button>
            </AttentionRow>
          </li>
        ))}
      </ul>
    </AttentionCard>
  )
}
