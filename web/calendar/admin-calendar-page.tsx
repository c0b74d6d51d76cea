import { Select, Text } from '@mantine/core'
import {
  type DayLoad,
  getDayLoads,
  listCalendar,
  listReviewerLoads,
} from '#contract/calendar/calendar.ts'
import { exportReviews } from '#contract/exports.ts'
import { listPeople } from '#contract/people/people.ts'
import { getExportEntries } from '#web/exports/api.ts'
import { useApiQuery, usePaginatedList, useWholeList } from '#web/kit/api/hooks.ts'
import { filterOptions } from '#web/kit/form/filter-options.ts'
import { LinkList } from '#web/kit/list/link-list-card.tsx'
import { LoadedData, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { formatListDate } from '#web/kit/ui/dates/dates.ts'
import { useAbsences } from './absences.ts'
import { useCollapsedDays } from './agenda/use-collapsed-days.tsx'
import { CalendarFrame } from './calendar-frame.tsx'
import { formatLoad } from './load/load-bar.tsx'
import { ReviewerLoads } from './load/reviewer-loads.tsx'
import { MonthGrid } from './month/month-grid.tsx'
import { SlotsCalendar } from './slots-calendar.tsx'
import { type CalendarViewState, useCalendarView } from './use-calendar-view.ts'
import { useIsNarrow } from './use-is-narrow.ts'

/** The admin's calendar: how full the school is, and who has which slot, of all or one. */
export function AdminCalendarPage() {
  const shown = useCalendarView()
  const { reviewer, show } = shown
  return (
    <CalendarFrame
      shown={shown}
      menu={getExportEntries(exportReviews, { reviewer }, 'reviews')}
      filter={<ReviewerFilter value={reviewer} onChange={(one) => show({ reviewer: one })} />}
    >
      {reviewer ? <OneReviewer shown={shown} /> : <AllReviewers shown={shown} />}
    </CalendarFrame>
  )
}

function OneReviewer({ shown }: { shown: CalendarViewState }) {
  const { span, reviewer } = shown
  const slots = useWholeList(listCalendar.admin, { query: { ...span, reviewer } })
  return (
    <SlotsCalendar
      viewer="admin"
      shown={shown}
      slots={slots}
      none="This reviewer has no slots in this period."
    />
  )
}

/** A day or week lists loads by reviewer; a month, or a narrow screen, lists them by day. */
function AllReviewers({ shown }: { shown: CalendarViewState }) {
  const isNarrow = useIsNarrow()
  const isByDay = shown.view === 'month' || (shown.view === 'week' && isNarrow)
  return isByDay ? <ByDay shown={shown} isNarrow={isNarrow} /> : <ByReviewer shown={shown} />
}

function ByDay({ shown, isNarrow }: { shown: CalendarViewState; isNarrow: boolean }) {
  const away = useAbsences('admin', shown)
  const loads = useApiQuery(getDayLoads.admin, { query: shown.span }, { onlyLogged: true })
  if (loads.error || isNarrow) {
    return (
      <LoadedData query={loads} skeleton={<Skeletons count={7} height={44} />}>
        {({ days }) => <DayLoads shown={shown} days={days} awayOn={away.on} />}
      </LoadedData>
    )
  }
  const byDate = new Map(loads.data?.days.map((load) => [load.date, load]))
  return <MonthGrid shown={shown} loadOn={(date) => byDate.get(date)} awayOn={away.on} />
}

const pathToWeek = (reviewer: string, date: string) =>
  `?${new URLSearchParams({ view: 'week', date, reviewer })}`

function ByReviewer({ shown }: { shown: CalendarViewState }) {
  const { of: awayOf } = useAbsences('admin', shown)
  const isDay = shown.dates.length === 1
  const query = { ...shown.span, ...(isDay && { bookings: 'true' }) }
  const list = usePaginatedList(listReviewerLoads.admin, { query }, { keepPrevious: true })
  return (
    <LoadedList
      list={list}
      infinite
      skeleton={<Skeletons count={8} height={44} />}
      empty={<Text c="dimmed">There are no reviewers yet.</Text>}
    >
      {(reviewers) => (
        <ReviewerLoads shown={shown} reviewers={reviewers} awayOf={awayOf} pathTo={pathToWeek} />
      )}
    </LoadedList>
  )
}

type Props = {
  shown: CalendarViewState
  days: DayLoad[]
  /** The note on holidays and absences for a date; '' if there are none. */
  awayOn: (date: string) => string
}

/** The days as a list, each with its load and a link to the day. */
function DayLoads({ shown, days, awayOn }: Props) {
  const { days: seen, button } = useCollapsedDays(shown, days)
  const links = seen.map((load) => ({
    to: shown.at({ view: 'day', date: load.date }),
    title: load.date === shown.today ? 'Today' : formatListDate(load.date, shown.today),
    fact: [formatLoad(load), awayOn(load.date)].filter(Boolean).join(', '),
  }))
  return (
    <>
      {button}
      <LinkList label="Days" links={links} />
    </>
  )
}

type ReviewerFilterProps = {
  /** A reviewer's id; empty for all. */
  value: string
  onChange: (reviewer: string) => void
}

/** The number of options shown at a time; typing finds the others. */
const offered = 50

function ReviewerFilter({ value, onChange }: ReviewerFilterProps) {
  const people = useApiQuery(listPeople.reviewer, {}, { onlyLogged: true })
  return (
    <Select
      aria-label="Reviewer"
      placeholder="All reviewers"
      searchable
      clearable
      styles={{ input: { textOverflow: 'ellipsis' } }}
      filter={filterOptions}
      limit={offered}
      nothingFoundMessage="No matching reviewers"
      clearButtonProps={{ 'aria-label': 'All reviewers' }}
      data={(people.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value || null}
      onChange={(reviewer) => onChange(reviewer ?? '')}
    />
  )
}
