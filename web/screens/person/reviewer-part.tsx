import { Anchor, SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type DayLoad, listReviewerLoads } from '#contract/calendar/calendar.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { addDays, dateInZone, daysPerWeek, getMonday } from '#contract/kit/time/zone.ts'
import { generatedDays } from '#contract/limits/availability.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { paths } from '#web/paths.ts'
import { useIsZoneSettled, useSchoolZone } from '#web/school/api.ts'
import { NoShows } from './no-shows.tsx'
import { PersonAbsences } from './person-absences.tsx'
import { PersonReviews } from './person-reviews.tsx'

/** A reviewer's workload, next review, absences and no-shows. */
export function ReviewerPart({ reviewer }: { reviewer: PersonDetails }) {
  const { _id } = reviewer
  const today = dateInZone(useNow(), useSchoolZone())
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
    <Loaded
      query={query}
      ready={useIsZoneSettled()}
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
                'This week': <Week {...{ reviewer, date: today, load: thisWeek }} />,
                'Last week': <Week {...{ reviewer, date: span.from, load: lastWeek }} />,
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
    </Loaded>
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
