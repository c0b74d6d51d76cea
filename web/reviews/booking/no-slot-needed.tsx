import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { noShowRoles } from '#contract/kit/kinds/history-kind.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { isOnHold, type Review } from '#contract/reviews/reviews.ts'
import { getPossibleChanges } from '#contract/reviews/scheduling/possible-changes.ts'
import { useNow } from '#web/kit/live/now.ts'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { DecisionButtons } from '../deciding/decision-buttons.tsx'
import { MarkDetails } from '../details/mark-details.tsx'
import { describeClosedReview, describeHold, formatHoldReason } from '../format.ts'
import { openCancelForm } from '../rescheduling/cancelling/cancel-booking-form.tsx'
import { getNoShowLabel, useRecordNoShow } from '../rescheduling/cancelling/use-record-no-show.ts'
import { MoveBookingForm } from '../rescheduling/move-booking-form.tsx'

type Props = {
  review: Review
  /** Called after a decision, a move or a cancellation, whose buttons are gone. */
  onDone: () => void
}

/** The panel's title for a review that needs no slot. */
export function getNoSlotNeededTitle({
  status,
  isClosed,
  student,
  week,
  ...review
}: Review): string {
  if (isOnHold(review)) return `${student.name} is ${formatHoldReason(review)}`
  if (isClosed) return `Week ${formatWeekNumber(week)} of ${student.name} is closed`
  return status === 'conducted' ? `What is next for ${student.name}?` : 'Current booking'
}

/** What to show and do for a review that is booked or over. */
export function NoSlotNeeded({ review, onDone }: Props) {
  return (
    <Stack align="flex-start">
      {isOnHold(review) ? (
        <Text>{describeHold(review)}</Text>
      ) : review.isClosed ? (
        <Text>{describeClosedReview(review)}</Text>
      ) : review.status === 'conducted' ? (
        <>
          <Text>The marks are in, so this review needs no slot.</Text>
          <MarkDetails review={review} />
          <DecisionButtons review={review} onDecided={onDone} toastsUndo />
        </>
      ) : (
        <WhatIsBooked review={review} onDone={onDone} />
      )}
      <Button variant="default" component={Link} to={paths.reviewDetails('advisor', review._id)}>
        Open details
      </Button>
    </Stack>
  )
}

/** The booked slot, with buttons to change it. */
function WhatIsBooked({ review, onDone }: Props) {
  const timeZone = useSchoolZone()
  const now = useNow()
  const { student, reviewer, startsAt } = review
  if (!reviewer || !startsAt) return null
  const possible = getPossibleChanges(review, 'advisor', now)
  return (
    <>
      <Text size="lg">
        <InstantText at={startsAt} timeZone={timeZone} distance /> with {reviewer.name}
      </Text>
      <Group gap="4px 16px">
        <Text>Write to them:</Text>
        {[reviewer, student].map(({ name, email }) => (
          <Anchor key={email} href={`mailto:${email}`} underline="always">
            {name}
          </Anchor>
        ))}
      </Group>
      {possible.includes('cancel') && (
        <Button
          variant="default"
          onClick={() => openCancelForm({ review, role: 'advisor', onCancelled: onDone })}
        >
          Cancel booking…
        </Button>
      )}
      {possible.includes('move') && <MoveBookingForm review={review} onMoved={onDone} />}
      <NoShowButtons review={review} onDone={onDone} />
    </>
  )
}

/** Records a no-show for a review that has started, so that another slot can be booked. */
function NoShowButtons({ review, onDone }: Props) {
  const now = useNow()
  const reportNoShow = useRecordNoShow('advisor')
  const possible = getPossibleChanges(review, 'advisor', now)
  const absent = noShowRoles.filter((who) => possible.includes(`no ${who}`))
  if (absent.length === 0) return null
  return (
    <Group>
      {absent.map((who) => (
        <Button
          key={who}
          variant="default"
          onClick={async () => {
            if (await reportNoShow(review, who)) onDone()
          }}
        >
          {getNoShowLabel(who)}
        </Button>
      ))}
    </Group>
  )
}
