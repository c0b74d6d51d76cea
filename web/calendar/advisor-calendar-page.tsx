import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { getDayLoads, listCalendar, listReviewerLoads } from '#contract/calendar/calendar.ts'
import { useApiQuery, usePaginatedList, useWholeList } from '#web/kit/api/hooks.ts'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useAbsences } from './absences.ts'
import { CalendarFrame } from './calendar-frame.tsx'
import { ReviewerLoads } from './load/reviewer-loads.tsx'
import { findTargetBeyond } from './moving/targets.ts'
import { useMoving } from './moving/use-moving.ts'
import { SlotsCalendar } from './slots-calendar.tsx'
import { type CalendarViewState, useCalendarView } from './use-calendar-view.ts'
import { useIsNarrow } from './use-is-narrow.ts'

/** The advisor's calendar: reviews of the advisor's students, and where slots are still free. */
export function AdvisorCalendarPage() {
  const shown = useCalendarView()
  const slots = useWholeList(listCalendar.advisor, { query: shown.span })
  const loads = useApiQuery(getDayLoads.advisor, { query: shown.span }, { onlyLogged: true })
  const isNarrow = useIsNarrow()
  const moving = useMoving(slots.data)
  const byReviewer = shown.view === 'day' || (shown.view === 'week' && !isNarrow)
  function carryOn(by: 1 | -1) {
    const next = findTargetBeyond(moving.targets, shown.dates, by)
    if (next) shown.show({ date: next.date }, 'typed')
  }
  return (
    <CalendarFrame
      shown={shown}
      onDragOver={carryOn}
      action={
        <Button component={Link} to={paths.reviewSchedule}>
          Schedule Reviews
        </Button>
      }
    >
      <SlotsCalendar
        viewer="advisor"
        shown={shown}
        slots={slots}
        loads={loads.data?.days ?? []}
        moving={moving}
        none="No reviews of your students are booked in this period."
      />
      {byReviewer && <ReviewerCapacity shown={shown} />}
    </CalendarFrame>
  )
}

/** How full the reviewers in the students' domains are. */
function ReviewerCapacity({ shown }: { shown: CalendarViewState }) {
  const { of: awayOf } = useAbsences('advisor', shown)
  const list = usePaginatedList(listReviewerLoads.advisor, { query: shown.span })
  return (
    <Stack component="section" gap="sm" aria-labelledby="free-slots">
      <Title order={2} id="free-slots">
        Free slots by reviewer
      </Title>
      <LoadedList
        list={list}
        skeleton={<Skeletons count={3} height={60} />}
        empty={<Text c="dimmed">No reviewer covers your students’ domains.</Text>}
      >
        {(reviewers) => <ReviewerLoads shown={shown} reviewers={reviewers} awayOf={awayOf} />}
      </LoadedList>
    </Stack>
  )
}
