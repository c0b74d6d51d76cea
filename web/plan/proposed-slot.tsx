import { Group, Text } from '@mantine/core'
import { planReasons } from '#contract/plan.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { formatNames } from './format.ts'
import { type EditablePlanLine, isBookedElsewhere } from './plan-lines.ts'

/** The proposed slot of a line with its reason, or the result of booking it. */
export function ProposedSlot({ line }: { line: EditablePlanLine }) {
  const timeZone = useSchoolZone()
  const { review, choice, why, notBefore, isEarlierFree, isBooked, refused, sharedWith } = line
  const isRequested = why === planReasons.wish
  const requests = usePaginatedList(
    listReviews.advisor,
    { query: { wished: 'true' } },
    { enabled: isRequested },
  )
  const request = isRequested && requests.items?.find(({ _id }) => _id === review._id)?.wish
  if (!choice && notBefore !== null) {
    return (
      <>
        <Text fw={500}>Not planned yet</Text>
        <Text c="dimmed">{why}. Choose a slot yourself, or plan as soon as possible.</Text>
      </>
    )
  }
  if (!choice) {
    const domain = review.student.domain?.name ?? 'the domain'
    return (
      <>
        <Text fw={500}>No slot left</Text>
        <Text c="dimmed">
          {why}.{' '}
          {why === planReasons.noneFree
            ? `Ask reviewers in ${domain} to add slots, then plan again.`
            : `Choose a slot yourself, or ask reviewers in ${domain} to add more.`}
        </Text>
      </>
    )
  }
  if (isBookedElsewhere(line)) {
    return (
      <>
        <StatePill>Already booked</StatePill>
        <Text c="dimmed">Open the review to see its time and reviewer.</Text>
      </>
    )
  }
  const { slot, reviewer } = choice
  return (
    <>
      <Group gap="0 8px">
        {isBooked && <StatePill>Booked</StatePill>}
        {refused !== null && <StatePill colour="red">Not booked</StatePill>}
        <Text fw={500}>
          <InstantText at={slot.startsAt} timeZone={timeZone} /> with {reviewer.name}
        </Text>
      </Group>
      {refused !== null ? (
        <Text>{refused}.</Text>
      ) : (
        !isBooked && (
          <Text {...(!isEarlierFree && { c: 'dimmed' })} style={{ overflowWrap: 'anywhere' }}>
            {why}
            {isEarlierFree && '. Change the slot to use it, or select this one.'}
            {request && (
              <>
                : “<bdi>{request.reason}</bdi>”
              </>
            )}
          </Text>
        )
      )}
      {sharedWith.length > 0 && (
        <Text fw={500}>
          Also selected for {formatNames(sharedWith)}. Only one of them can be booked.
        </Text>
      )}
    </>
  )
}
