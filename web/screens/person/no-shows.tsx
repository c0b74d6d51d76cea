import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { type CalendarSlot, listCalendar } from '#contract/calendar/calendar.ts'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import { addDays } from '#contract/kit/time/zone.ts'
import { slotListDaysMax } from '#contract/limits/slots.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { formatTimes } from '#web/kit/ui/dates/clock.ts'
import { formatListDate } from '#web/kit/ui/dates/dates.ts'
import { paths } from '#web/paths.ts'
import { PersonLink } from '#web/reviews/display/person-link.tsx'

type Props = { reviewer: string; today: string }

/** The recent slots that the student or the reviewer missed. */
export function NoShows({ reviewer, today }: Props) {
  const from = addDays(today, 1 - slotListDaysMax)
  const query = { reviewer, noShows: 'true', from, to: today }
  return (
    <SectionCard id="no-shows" title="No-shows">
      <LoadedList
        list={usePaginatedList(listCalendar.admin, { query })}
        skeleton={<Skeletons count={1} height={44} />}
        empty={<Text c="dimmed">No no-shows in the last {slotListDaysMax} days.</Text>}
      >
        {(slots) => (
          <ul className={styles.list} aria-label="No-shows">
            {slots.toReversed().map((slot) => (
              <li key={slot._id} className={styles.row}>
                <NoShow slot={slot} today={today} />
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </SectionCard>
  )
}

function NoShow({ slot, today }: { slot: CalendarSlot; today: string }) {
  const { date, slot_time, noShow, reviewer, review } = slot
  const student = review ? <PersonLink of="student" person={review.student} /> : 'The student'
  return (
    <div className={styles.about}>
      <Text fw={500}>{noShow === 'student' ? student : reviewer.name} did not come</Text>
      <Text c="dimmed">
        {formatListDate(date, today)}, {formatTimes(slot_time)}
        {review && (
          <>
            {', '}
            <Anchor
              component={Link}
              to={paths.reviewDetails('admin', review._id)}
              inherit
              underline="always"
            >
              review of {noShow === 'reviewer' && `${review.student.name}, `}week{' '}
              {formatWeekNumber(review.week)}
            </Anchor>
          </>
        )}
      </Text>
    </div>
  )
}
