import { Stack, Text, Title } from '@mantine/core'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatDay } from '#web/kit/ui/dates/dates.ts'
import { useBookingHorizonDays, useSchoolZone } from '#web/school/api.ts'
import { formatBookableDayCount } from '#web/slots/format.ts'
import { SlotChips } from './request/slot-chips.tsx'

type Props = {
  review: Review
  viewer: RoleAbleTo<'look for slots'>
  /** The heading level of the days. */
  order: 3 | 4
  picked: readonly string[]
  press: (slot: SlotWithReviewer) => void
  isFull?: boolean
  isRanked?: boolean
}

/** The free slots for a review by day, and within a day by reviewer, the current reviewer first. */
export function FreeSlots({ review, viewer, order, ...chips }: Props) {
  const list = usePaginatedList(listFreeSlots[viewer], { query: { review: review._id } })
  const today = getDateInZone(useNow(), useSchoolZone())
  const days = formatBookableDayCount(useBookingHorizonDays())
  return (
    <LoadedList
      list={list}
      skeleton={<Skeletons count={3} height={44} />}
      empty={<Text>No reviewer in this domain has a free slot in these {days}.</Text>}
    >
      {(slots) =>
        [...Map.groupBy(slots, ({ date }) => date)].map(([date, ofDay]) => (
          <Stack key={date} component="section" gap="xs">
            <Title order={order}>{formatDay(date, today)}</Title>
            {byReviewer(ofDay, review.reviewer?._id).map(([one, own]) => (
              <Stack key={one._id} gap={4}>
                <Text size="sm" c="dimmed">
                  {one.name}
                </Text>
                <SlotChips
                  label={`${formatDay(date, today)} with ${one.name}`}
                  slots={own}
                  {...chips}
                >
                  {({ slot_time }) => localizeTimes(slot_time)}
                </SlotChips>
              </Stack>
            ))}
          </Stack>
        ))
      }
    </LoadedList>
  )
}

type OfReviewer = [SlotWithReviewer['reviewer'], SlotWithReviewer[]]

/** Groups slots by reviewer, `first` at the top, the others by their first slot. */
function byReviewer(slots: SlotWithReviewer[], first: string | undefined): OfReviewer[] {
  const groups = Map.groupBy(slots, ({ reviewer }) => reviewer._id)
  const all = [...groups.values()].flatMap((own): OfReviewer[] =>
    own[0] ? [[own[0].reviewer, own]] : [],
  )
  return all.toSorted(([one], [other]) => Number(other._id === first) - Number(one._id === first))
}
