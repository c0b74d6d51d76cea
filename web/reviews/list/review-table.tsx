import { notFixed, type Review } from '#contract/reviews.ts'
import type { Column } from '#web/kit/list/columns.ts'
import type { Sorting } from '#web/kit/list/sort.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { twoDigits } from '#web/kit/look/week.ts'
import { paths } from '#web/paths.ts'
import type { Colleague } from '../api.ts'
import { DetailsLink } from './details-link.tsx'
import { StatusPill } from './status-pill.tsx'
import { StudentName } from './student-name.tsx'

/** The other colleague of a review: an advisor sees the reviewer's name, a reviewer the advisor's. */
const otherColleague: Record<Colleague, Pick<Column<Review>, 'header' | 'cell' | 'sort'>> = {
  advisor: {
    header: 'reviewer name',
    cell: (review) => review.reviewer?.name ?? notFixed,
    sort: 'reviewer',
  },
  reviewer: {
    header: 'advisor name',
    cell: (review) => review.advisor?.name ?? notFixed,
    sort: 'advisor',
  },
}

function columnsFor(role: Colleague): Column<Review>[] {
  return [
    { header: 'no', cell: (_, index) => index + 1, width: 56, priority: 'low', isNumber: true },
    {
      header: 'student name',
      cell: ({ student }) => <StudentName student={student} />,
      ...{ width: 172, grows: true, sort: 'student', card: 'title' },
    },
    { ...otherColleague[role], width: 136, grows: true, priority: 'high', card: 'fact' },
    {
      header: 'Domain',
      cell: ({ student }) => student.domain?.name ?? notFixed,
      ...{ width: 152, grows: true, priority: 'medium', sort: 'domain' },
    },
    {
      header: 'Week',
      cell: ({ week }) => twoDigits(week),
      ...{ width: 72, isNumber: true, sort: 'week', card: 'fact' },
    },
    {
      header: 'status',
      cell: ({ status }) => <StatusPill status={status} />,
      ...{ width: 160, sort: 'status', card: 'fact' },
    },
    {
      header: 'Action',
      cell: ({ _id, student, week }) => (
        <DetailsLink
          to={paths.reviewDetails(role, _id)}
          of={`${student.name}, week ${twoDigits(week)}`}
        />
      ),
      ...{ width: 124, card: 'action' },
    },
  ]
}
const columns = { advisor: columnsFor('advisor'), reviewer: columnsFor('reviewer') }
const keyOf = (review: Review) => review._id

type Props = { reviews: Review[]; role: Colleague; sorting: Sorting }

/** Reviews in the columns of the specification's section 2. */
export function ReviewTable({ reviews, role, sorting }: Props) {
  return (
    <TableOrCards
      label="Reviews"
      items={reviews}
      keyOf={keyOf}
      columns={columns[role]}
      sorting={sorting}
    />
  )
}
