import { Anchor, Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { countStudents, formatAdvisorLoad } from '#contract/people/format-student-count.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { paths } from '#web/paths.ts'
import { openHandOver } from '../hand-over.tsx'
import { PersonReviews } from './person-reviews.tsx'
import { TakeBack } from './take-back.tsx'

/** An advisor's students, how many are waiting or overdue, and their reviews. */
export function AdvisorPart({ advisor }: { advisor: PersonDetails }) {
  const { _id, overdueReviews: overdue } = advisor
  const title = (
    <>
      {formatAdvisorLoad(advisor)}
      {overdue ? (
        <>
          ,{' '}
          <Anchor component={Link} to="?show=overdue" inherit underline="always">
            {overdue.toLocaleString('en')} overdue
          </Anchor>
        </>
      ) : null}
    </>
  )
  return (
    <>
      <Group>
        {countStudents(advisor) > 0 && (
          <>
            <Button variant="default" onClick={() => openHandOver(advisor)}>
              Hand over students…
            </Button>
            <Button variant="default" component={Link} to={paths.studentsWith(_id)}>
              Choose some of them
            </Button>
          </>
        )}
        {advisor.isProfileVerified && !advisor.isBlocked && <TakeBack advisor={advisor} />}
      </Group>
      <PersonReviews person={{ _id, role: 'advisor' }} title={title} />
    </>
  )
}
