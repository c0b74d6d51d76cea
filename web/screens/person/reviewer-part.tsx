import { Anchor, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  type CalendarSlot,
  type DayLoad,
  listCalendar,
  listReviewerLoads,
} from '#contract/calendar/calendar.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { addDays, daysPerWeek, getDateInZone, getMonday } from '#contract/kit/time/zone.ts'
import { generatedDays } from '#contract/limits/availability.ts'
import { slotListDaysMax } from '#contract/limits/slots.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { useApiQuery, usePaginatedList } from '#web/kit/api/hooks.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatListDate, formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { paths } from '#web/paths.ts'
import { PersonLink } from '#web/reviews/display/person-link.tsx'
import { useIsZoneFetched, useSchoolZone } from '#web/school/api.ts'
import { PersonAbsences } from './person-absences.tsx'
import { PersonReviews } from './person-reviews.tsx'

/** A reviewer's workload, next review, absences and no-shows. */
export function ReviewerPart({ reviewer }: { reviewer: PersonDetails }) {
  const { _id } = reviewer
  const today = getDateInZone(useNow(), useSchoolZone())
  return (
    <>
      <Load reviewer={_id} today={today} />
      <PersonReviews person={{ _id, role: 'reviewer' }} title="Reviews" />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <PersonAbsences reviewer={reviewer} today={today} />
        <NoShows reviewer={_id} today={today} />
      </SimpleGrid>
    </>
  )
}

type Props = { reviewer: string; today: string }

function Load({ reviewer, today }: Props) {
  const monday = getMonday(today)
  const last = addDays(today, generatedDays - 1)
  const span = { from: addDays(monday, -daysPerWeek), to: last }
  const query = useApiQuery(listReviewerLoads.admin, { query: { reviewer, ...span } })
  return (
    <LoadedData
      query={query}
      ready={useIsZoneFetched()}
      skeleton={<Skeletons count={1} height={176} />}
    >
      {([load]) => {
        const days = load?.days ?? []
        const lastWeek = addUp(days.filter(({ date }) => date < monday))
        const thisWeek = addUp(
          days.filter(({ date }) => date >= monday && date < addDays(monday, daysPerWeek)),
        )
        const { free } = addUp(days)
        return (
          <SectionCard
            id="load"
            title={`${formatCount(thisWeek.booked, 'review', 'reviews')} this week`}
          >
            <DescriptionList
              facts={{
                'This week': <Week reviewer={reviewer} date={today} load={thisWeek} />,
                'Last week': <Week reviewer={reviewer} date={span.from} load={lastWeek} />,
                'Free slots': (
                  <To path={getCalendarPath(reviewer, 'month', today)}>
                    {free.toLocaleString('en')} until {formatShortDate(last)}
                  </To>
                ),
              }}
            />
          </SectionCard>
        )
      }}
    </LoadedData>
  )
}

function addUp(days: DayLoad[]) {
  const sum = (name: 'slots' | 'booked' | 'free') => days.reduce((all, day) => all + day[name], 0)
  return { slots: sum('slots'), booked: sum('booked'), free: sum('free') }
}

type WeekProps = { reviewer: string; date: string; load: { slots: number; booked: number } }

/** How much of a week is booked, as a link to the calendar. */
function Week({ reviewer, date, load: { slots, booked } }: WeekProps) {
  return (
    <To path={getCalendarPath(reviewer, 'week', date)}>
      {booked} of {formatCount(slots, 'slot', 'slots')} booked
    </To>
  )
}

/** The path of a reviewer's calendar, at the week or month of a date (YYYY-MM-DD). */
function getCalendarPath(reviewer: string, view: 'week' | 'month', date: string): string {
  return `${paths.calendar('admin')}?${new URLSearchParams({ view, date, reviewer })}`
}

function To({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={path} inherit underline="always">
      {children}
    </Anchor>
  )
}

type NoShowsProps = { reviewer: string; today: string }

/** The recent slots that the student or the reviewer missed. */
function NoShows({ reviewer, today }: NoShowsProps) {
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
          <ul aria-label="No-shows">
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
        {formatListDate(date, today)}, {localizeTimes(slot_time)}
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
