import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { listCalendar } from '#contract/calendar/calendar.ts'
import { useWholeList } from '#web/kit/api/hooks.ts'
import { paths } from '#web/paths.ts'
import { CalendarFrame } from './calendar-frame.tsx'
import { SlotsCalendar } from './slots-calendar.tsx'
import { useCalendarView } from './use-calendar-view.ts'

/** The reviewer's calendar: all of their slots, booked and free. */
export function ReviewerCalendarPage() {
  const shown = useCalendarView()
  const slots = useWholeList(listCalendar.reviewer, { query: shown.span })
  return (
    <CalendarFrame
      shown={shown}
      action={
        <Button component={Link} to={paths.addSlot}>
          add slot
        </Button>
      }
    >
      <SlotsCalendar
        viewer="reviewer"
        shown={shown}
        slots={slots}
        none="You have no slots in this period."
      />
    </CalendarFrame>
  )
}
