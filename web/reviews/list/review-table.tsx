import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { canRemindStudent } from '#contract/notifications/send-reminder.ts'
import {
  type AdvisorReview,
  needsSlot,
  notFixedLabel,
  notScheduledLabel,
  type Review,
} from '#contract/reviews/reviews.ts'
import type { Column } from '#web/kit/list/columns.ts'
import type { Sorting } from '#web/kit/list/sort.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { now } from '#web/kit/live/now.ts'
import { DateText, InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import type { AdvisorOrReviewer } from '../api.ts'
import { OverdueBadge } from '../display/due-and-booked-time.tsx'
import { PersonLink } from '../display/person-link.tsx'
import { statusLabels } from '../display/review-status.tsx'
import { DetailsLink } from './details-link.tsx'
import { RemindStudentButton } from './remind-student-button.tsx'
import { formatNoDueDate, SlotOrDue } from './slot-or-due.tsx'
import { StatusPill } from './status-pill.tsx'
import { StudentName } from './student-name.tsx'

/** The other staff member: advisors see the reviewer's name, reviewers the advisor's. */
const otherStaff = {
  advisor: { header: 'reviewer name', sort: 'reviewer', of: 'reviewer' },
  reviewer: { header: 'advisor name', sort: 'advisor', of: 'advisor' },
} as const

function makeColumns({ role, viewer, timeZone }: Shown): Column<Listed>[] {
  const isAdmin = viewer === 'admin'
  const isPast = (date: string) => date < getDateInZone(now(), timeZone)
  const { header, sort, of } = otherStaff[role]
  /** The due date; with `inWords` as a sentence, for places without a heading. */
  function renderDue(review: Review, inWords: boolean) {
    const instead = formatNoDueDate(review)
    if (instead !== undefined) return instead
    const date = getDateInZone(Date.parse(review.date), timeZone)
    return (
      <Group gap={8} wrap="nowrap">
        <span>
          {inWords && 'due '}
          <DateText date={date} timeZone={timeZone} isMidSentence={inWords} />
        </span>
        {needsSlot(review) && <OverdueBadge review={review} overdue={isPast(date)} />}
      </Group>
    )
  }
  const first: Column<Review>[] = [
    { header: 'no', cell: (_, index) => index + 1, width: 48, priority: 'least', isNumber: true },
    {
      header: 'student name',
      cell: (review, _, left) => (
        <StudentName
          student={review.student}
          beneath={formatHiddenColumns(review, left)}
          to={isAdmin ? paths.person('student', review.student._id) : undefined}
        />
      ),
      onCard: ({ student, week }) => (
        <StudentName student={student} text={`${student.name}, week ${formatWeekNumber(week)}`} />
      ),
      // The advisor's actions leave little space on a tablet; the name gets what remains.
      ...(viewer === 'advisor' ? { width: 142, grows: 6 } : { width: 172, grows: true }),
      sort: 'student',
      card: 'title',
    },
  ]
  const staffColumn: Column<Review> = {
    header,
    sort,
    width: 124,
    grows: true,
    priority: 'low',
    cell: (review) => {
      const person = review[of]
      if (person === null) return notFixedLabel
      return isAdmin ? <PersonLink of={of} person={person} /> : person.name
    },
  }
  const slot: Column<Review> = {
    header: 'Slot',
    cell: ({ startsAt }) =>
      startsAt ? <InstantText at={startsAt} timeZone={timeZone} /> : notScheduledLabel,
    width: 188,
    card: 'fact',
  }
  const domain: Column<Review> = {
    header: 'Domain',
    cell: ({ student }) => student.domain?.name ?? notFixedLabel,
    width: 152,
    grows: true,
    priority: 'low',
    sort: 'domain',
  }
  const week: Column<Review> = {
    header: 'Week',
    cell: ({ week }) => formatWeekNumber(week),
    width: 72,
    isNumber: true,
    sort: 'week',
    priority: 'medium',
  }
  const status: Column<Review> = {
    header: 'status',
    cell: (review) => <StatusPill review={review} />,
    // Advisors see it only where names still fit on one line.
    width: viewer === 'advisor' ? 202 : 197,
    priority: 'high',
    sort: 'status',
    card: 'fact',
  }
  const date: Column<Review> = {
    header: 'Due',
    cell: (review) => renderDue(review, false),
    onCard: (review) => renderDue(review, true),
    width: 200,
    sort: 'date',
    card: 'fact',
  }
  // One column for both dates, next to the specification's columns.
  const slotOrDue: Column<Review> = {
    header: 'When',
    cell: (review) => <SlotOrDue review={review} timeZone={timeZone} />,
    width: 184,
    sort: 'when',
    card: 'fact',
  }
  const last: Column<Review>[] = [
    {
      header: 'Marks',
      cell: formatMarks,
      width: 80,
      priority: isAdmin ? 'low' : 'least',
      isNumber: true,
    },
    {
      header: 'Action',
      cell: (review) => (
        <Group gap={4} wrap="nowrap" justify="space-between">
          <DetailsLink
            to={paths.reviewDetails(viewer, review._id)}
            of={`${review.student.name}, week ${formatWeekNumber(review.week)}`}
          />
          {isAdvised(review) && canRemindStudent(review, now()) && (
            <RemindStudentButton review={review} />
          )}
        </Group>
      ),
      width: viewer === 'advisor' ? 194 : 112,
      card: 'action',
    },
  ]
  if (!isAdmin) return [...first, staffColumn, domain, week, status, slotOrDue, ...last]
  // Admins look for overdue reviews of advisors and for slots of reviewers; that column is hidden
  // last.
  const [most, then] = role === 'advisor' ? [date, slot] : [slot, date]
  return [...first, most, { ...then, priority: 'medium' }, week, status, staffColumn, ...last]
}

/** Tells a student's reviews apart where the columns that would do so are hidden. */
function formatHiddenColumns({ week, status }: Review, left: ReadonlySet<string>): string {
  const said = [
    left.has('Week') && `Week ${formatWeekNumber(week)}`,
    left.has('status') && statusLabels[status],
  ]
  return said.filter(Boolean).join(' · ')
}

/** Code and theory marks; '' before there are any. */
function formatMarks({ status, mark }: Review): string {
  return status === 'conducted' ? `${mark.code} / ${mark.theory}` : '–'
}

/** Only an advisor's own list says whether the student was reminded. */
type Listed = Review | AdvisorReview

const isAdvised = (review: Listed): review is AdvisorReview => 'remindedToday' in review

const getKey = (review: Review) => review._id

type Props = {
  reviews: Listed[]
  /** The staff member whose reviews they are. */
  role: AdvisorOrReviewer
  /** The viewer; admins get links to people, and see slots and what is overdue. */
  viewer?: AdvisorOrReviewer | 'admin'
  sorting: Sorting
}

type Shown = { role: AdvisorOrReviewer; viewer: AdvisorOrReviewer | 'admin'; timeZone: string }

/** A table of reviews with the columns of the specification's section 2, dates and marks. */
export function ReviewTable({ reviews, role, viewer = role, sorting }: Props) {
  const timeZone = useSchoolZone()
  const columns = useMemo(() => makeColumns({ role, viewer, timeZone }), [role, viewer, timeZone])
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
