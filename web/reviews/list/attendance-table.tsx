import { useMemo } from 'react'
import { dateInZone } from '#contract/kit/zone.ts'
import type { AttendedReview } from '#contract/reviews/look-back.ts'
import { notScheduled } from '#contract/reviews.ts'
import { type Column, TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { fullDate } from '#web/kit/look/dates.ts'
import { twoDigits } from '#web/kit/look/week.ts'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { minutesOf } from '../minutes.ts'
import { DetailsLink } from './details-link.tsx'

/** One student's reviews: how each stands, and for how long both were there. */
export function AttendanceTable({ reviews }: { reviews: AttendedReview[] }) {
  const timeZone = useSchoolZone()
  const columns = useMemo(() => columnsIn(timeZone), [timeZone])
  return <TableOrCards label="Reviews" items={reviews} keyOf={keyOf} columns={columns} />
}

const keyOf = (review: AttendedReview) => review._id

function columnsIn(timeZone: string): Column<AttendedReview>[] {
  const dateOf = ({ date }: AttendedReview) => fullDate(dateInZone(Date.parse(date), timeZone))
  return [
    { header: 'Week', width: 80, cell: ({ week }) => twoDigits(week) },
    { header: 'status', width: 164, cell: ({ status }) => status },
    { header: 'Review date', cell: dateOf },
    { header: 'reviewer name', cell: ({ reviewer }) => reviewer?.name ?? notScheduled },
    {
      header: 'Both in the room',
      cell: ({ togetherSeconds, earlySeconds }) => minutesOf(togetherSeconds - earlySeconds),
    },
    {
      header: 'Action',
      width: 124,
      cell: (review) => (
        <DetailsLink
          to={paths.reviewDetails('admin', review._id)}
          of={`week ${twoDigits(review.week)}, ${dateOf(review)}`}
        />
      ),
    },
  ]
}
