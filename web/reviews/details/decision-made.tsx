import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { type Decision, getDecision, undoDecision } from '#contract/reviews/decision.ts'
import { listReviews, needsSlot, type Review } from '#contract/reviews/reviews.ts'
import { useApiMutation, useApiQuery, usePaginatedList } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { undoButtonProps } from '#web/kit/page/focus/focus.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { ErrorState } from '#web/kit/page/states.tsx'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { getBrowserTimeZone } from '#web/kit/ui/dates/dates.ts'
import { paths } from '#web/paths.ts'
import { useAdvisorOrAdmin } from '../api.ts'
import { formatDecision } from '../deciding/decided-toast.tsx'
import { DueTime } from '../display/due-and-booked-time.tsx'

/** Where the student is now, without the next review. */
const describeEnd = ({ student, isStudentFinished }: Review) =>
  `${student.name} has ${isStudentFinished ? 'finished the course' : 'moved on'}`

type Props = { review: Review; titleRef: Ref<HTMLHeadingElement> }

/** The decision on a closed review, the next review to decide on, and Undo while it is possible. */
export function DecisionMade({ review, titleRef }: Props) {
  const viewerRole = useAdvisorOrAdmin()
  const query = useApiQuery(getDecision[viewerRole], { query: { id: review._id } })
  const decision = query.data?.decision
  const until = useOpenUntil(decision)
  return (
    <SectionCard
      title={decision ? formatDecision(review, decision.next) : describeEnd(review)}
      titleRef={titleRef}
    >
      <Stack gap="sm">
        <Text>This review is closed and can no longer be changed.</Text>
        {query.error && !decision && <ErrorState error={query.error} retry={query.refetch} />}
        {decision && <NextReview review={decision.next} />}
        {until !== null && (
          <>
            {viewerRole === 'advisor' && <NextToDecide but={review} />}
            <Group gap="xs" wrap="nowrap">
              <UndoButton review={review} />
              <UndoNote until={until} />
            </Group>
          </>
        )}
      </Stack>
    </SectionCard>
  )
}

/** The end of the time for undoing (ms since 1970); null once it is over. */
function useOpenUntil(decision: Decision | null | undefined): number | null {
  const now = useNow()
  const until = decision?.undoUntil ? Date.parse(decision.undoUntil) : null
  return until !== null && now <= until ? until : null
}

function UndoButton({ review }: { review: Review }) {
  const { mutateAsync, isPending } = useApiMutation(undoDecision[useAdvisorOrAdmin()])

  const undo = () => toastReply(mutateAsync({ body: { value: { reviewId: review._id } } }))

  return (
    <Button variant="default" flex="none" {...undoButtonProps} loading={isPending} onClick={undo}>
      Undo
    </Button>
  )
}

function UndoNote({ until }: { until: number }) {
  return (
    <Text size="sm" c="dimmed">
      You can undo this until {formatTimeAt(until, getBrowserTimeZone())} unless the next review
      changes.
    </Text>
  )
}

function NextReview({ review }: { review: Review }) {
  const viewerRole = useAdvisorOrAdmin()
  return (
    <Stack gap="xs">
      {!review.isClosed && (
        <Group gap={8}>
          <Text>Next review:</Text>
          <DueTime review={review} />
        </Group>
      )}
      <Group gap="xs">
        {viewerRole === 'advisor' && needsSlot(review) && (
          <Button component={Link} to={paths.scheduleReview(review._id)}>
            Book slot
          </Button>
        )}
        <Button variant="default" component={Link} to={paths.reviewDetails(viewerRole, review._id)}>
          Open the next review
        </Button>
      </Group>
    </Stack>
  )
}

/** Links to the next review that the advisor has to decide on. */
function NextToDecide({ but }: { but: Review }) {
  const { items } = usePaginatedList(listReviews.advisor, {
    query: { status: 'conducted', turn: 'true' },
  })
  const next = items?.find(({ _id }) => _id !== but._id)
  if (!items) return null
  if (!next) return <Text>No other reviews to decide.</Text>
  return (
    <Text>
      Next to decide:{' '}
      <Anchor component={Link} to={paths.reviewDetails('advisor', next._id)}>
        {next.student.name}, week {formatWeekNumber(next.week)}
      </Anchor>
    </Text>
  )
}
