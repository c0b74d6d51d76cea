import { Group, Stack, Title } from '@mantine/core'
import { useMemo } from 'react'
import { exportReviews } from '#contract/exports.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import {
  listStudentReviews,
  type ReviewWithAttendance,
  type StudentReviewSort,
} from '#contract/reviews/person-reviews.ts'
import { noReviewsFoundMessage, notScheduledLabel } from '#contract/reviews/reviews.ts'
import { getExportEntries } from '#web/exports/api.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { type Sorting, useSorting } from '#web/kit/list/sort.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { now } from '#web/kit/live/now.ts'
import { PageMenu } from '#web/kit/page/header/page-menu.tsx'
import { EmptyState, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { formatFullDate } from '#web/kit/ui/dates/dates.ts'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { formatMinutes } from '../display/format-attendance.ts'
import { PersonLink } from '../display/person-link.tsx'
import { DetailsLink } from '../list/details-link.tsx'
import { SlotOrDue } from '../list/slot-or-due.tsx'
import { StatusPill } from '../list/status-pill.tsx'
import { isNotHeldYet } from '../timeline/review-phase.ts'

/** The columns that the server can sort by. */
const sorts: StudentReviewSort[] = ['week', 'status', 'when', 'reviewer', 'together']

/** All of a student's reviews, as an admin sees them. */
export function StudentReviews({ student }: { student: string }) {
  const sorting = useSorting(sorts)
  const query = { student, ...(sorting.sort && { sort: sorting.sort }) }
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>Reviews</Title>
        <PageMenu entries={getExportEntries(exportReviews, query, 'reviews')} />
      </Group>
      <LoadedList
        list={usePaginatedList(listStudentReviews, { query }, { keepPrevious: true })}
        infinite
        skeleton={<Skeletons count={6} height={44} />}
        empty={<EmptyState picture={<EmptyTray />} text={noReviewsFoundMessage} />}
      >
        {(reviews) => <AttendanceTable reviews={reviews} sorting={sorting} />}
      </LoadedList>
    </Stack>
  )
}

type Props = { reviews: ReviewWithAttendance[]; sorting: Sorting }

/** How long both were in the call; undefined before the review was held. */
function formatTimeTogether({ togetherSeconds, earlySeconds, ...review }: ReviewWithAttendance) {
  return isNotHeldYet(review, now()) ? null : formatMinutes(togetherSeconds - earlySeconds)
}

/** 'code 77, theory 68'; '' if a review has no marks. */
function formatMarks({ status, mark: { code, theory } }: ReviewWithAttendance) {
  return status === 'conducted' ? `code ${code}, theory ${theory}` : null
}

/** A student's reviews with status, marks, and how long both were in the call. */
function AttendanceTable({ reviews, sorting }: Props) {
  const timeZone = useSchoolZone()
  const columns = useMemo(() => makeColumns(timeZone), [timeZone])
  return (
    <TableOrCards
      label="Reviews"
      items={reviews}
      getKey={getKey}
      columns={columns}
      sorting={sorting}
    />
  )
}

const getKey = (review: ReviewWithAttendance) => review._id

function makeColumns(timeZone: string): Column<ReviewWithAttendance>[] {
  const dateOf = ({ date }: ReviewWithAttendance) =>
    formatFullDate(getDateInZone(Date.parse(date), timeZone))
  return [
    {
      header: 'Week',
      cell: ({ week }) => formatWeekNumber(week),
      onCard: ({ week }) => `Week ${formatWeekNumber(week)}`,
      width: 72,
      isNumber: true,
      sort: 'week',
      card: 'title',
    },
    {
      header: 'status',
      cell: (review) => <StatusPill review={review} />,
      width: 200,
      sort: 'status',
      card: 'fact',
    },
    {
      header: 'When',
      cell: (review) => <SlotOrDue review={review} timeZone={timeZone} />,
      width: 172,
      grows: true,
      priority: 'high',
      sort: 'when',
      card: 'fact',
    },
    {
      header: 'reviewer name',
      cell: ({ reviewer }) =>
        reviewer ? <PersonLink of="reviewer" person={reviewer} /> : notScheduledLabel,
      width: 160,
      grows: true,
      priority: 'medium',
      sort: 'reviewer',
    },
    {
      header: 'Marks',
      cell: (review) => formatMarks(review) ?? '–',
      onCard: formatMarks,
      width: 176,
      priority: 'high',
      card: 'fact',
    },
    {
      header: 'Both in the call',
      cell: (review) => formatTimeTogether(review) ?? '–',
      onCard: formatTimeTogether,
      width: 152,
      isNumber: true,
      priority: 'medium',
      sort: 'together',
      card: 'fact',
    },
    {
      header: 'Action',
      cell: (review) => (
        <DetailsLink
          to={paths.reviewDetails('admin', review._id)}
          of={`week ${formatWeekNumber(review.week)}, ${dateOf(review)}`}
        />
      ),
      width: 124,
      card: 'action',
    },
  ]
}
