import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { counted } from '#contract/kit/counted.ts'
import { twoDigits } from '#contract/kit/week.ts'
import type { PeopleInNeed } from '#contract/school/need.ts'
import { paths } from '#web/paths.ts'
import styles from './need-card.module.css'
import { NeedCard, NeedRow } from './need-card.tsx'

/** The weeks that students have reached and for which nothing is written, with the way to write it. */
export function WeeksWithoutTask({ weeks }: { weeks: PeopleInNeed['weeksWithoutTask'] }) {
  const label = `${counted(weeks.length, 'week has', 'weeks have')} students and no task`
  return (
    <NeedCard title={label}>
      <ul className={styles.rows} aria-label="Weeks without a task">
        {weeks.map(({ domain, week, students }) => (
          <li key={`${domain._id} ${week}`}>
            <NeedRow
              name={`Week ${twoDigits(week)}, ${domain.name}`}
              facts={
                <Link to={paths.studentsOf(domain._id, week)}>
                  {counted(students, 'student is in it', 'students are in it')}
                </Link>
              }
            >
              <Button component={Link} to={paths.writeTaskOf(domain._id, week)} variant="default">
                Write the task
              </Button>
            </NeedRow>
          </li>
        ))}
      </ul>
    </NeedCard>
  )
}
