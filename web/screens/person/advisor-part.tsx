import { Anchor, Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { countAllStudents, formatAdvisorLoad } from '#contract/people/format-student-count.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { undoHandOver } from '#contract/reviews/hand-over-students.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'
import { openHandOver } from '../hand-over.tsx'
import { PersonReviews } from './person-reviews.tsx'

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
        {countAllStudents(advisor) + advisor.invitedStudents > 0 && (
          <Button variant="default" onClick={() => openHandOver(advisor)}>
            Hand over students…
          </Button>
        )}
        {countAllStudents(advisor) > 0 && (
          <Button variant="default" component={Link} to={paths.studentsWith(_id)}>
            Choose some of them
          </Button>
        )}
        {advisor.isProfileVerified && !advisor.isBlocked && <TakeBack advisor={advisor} />}
      </Group>
      <PersonReviews person={{ _id, role: 'advisor' }} title={title} />
    </>
  )
}

/** Gives an advisor who was away the students of the last handover back. */
function TakeBack({ advisor: { _id: from, name } }: { advisor: PersonDetails }) {
  const { mutateAsync, isPending } = useApiMutation(undoHandOver)

  async function ask() {
    const isSure = await openConfirmDialog({
      title: 'Take back students',
      text: `The students of the last handover go back to ${name}, unless they have since changed advisor again. Everyone involved is notified.`,
      confirm: 'Take back',
    })
    if (isSure) await toastReply(mutateAsync({ body: { value: { from, takeBack: true } } }))
  }

  return (
    <Button variant="default" loading={isPending} onClick={ask}>
      Take back students…
    </Button>
  )
}
