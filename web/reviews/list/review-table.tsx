import { notFixed, type Review } from '#contract/reviews.ts'
import { type Column, TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { twoDigits } from '#web/kit/look/week.ts'
import { paths } from '#web/paths.ts'
import type { Colleague } from '../api.ts'
import { DetailsLink } from './details-link.tsx'

/** The other colleague of a review: an advisor sees the reviewer's name, a reviewer the advisor's. */
const otherColleague: Record<Colleague, Column<Review>> = {
  advisor: { header: 'reviewer name', cell: (review) => review.reviewer?.name ?? notFixed },
  reviewer: { header: 'advisor name', cell: (review) => review.advisor?.name ?? notFixed },
}

function columnsFor(role: Colleague): Column<Review>[] {
  return [
    { header: 'no', width: 64, cell: (_, index) => index + 1 },
    { header: 'student name', cell: ({ student }) => student.name },
    otherColleague[role],
    { header: 'Domain', cell: ({ student }) => student.domain?.name ?? notFixed },
    { header: 'Week', width: 80, cell: ({ week }) => twoDigits(week) },
    { header: 'status', width: 164, cell: ({ status }) => status },
    {
      header: 'Action',
      width: 124,
      cell: ({ _id, student, week }) => (
        <DetailsLink
          to={paths.reviewDetails(role, _id)}
          of={`${student.name}, week ${twoDigits(week)}`}
        />
      ),
    },
  ]
}
const columns = { advisor: columnsFor('advisor'), reviewer: columnsFor('reviewer') }
const keyOf = (review: Review) => review._id

/** Reviews in the columns of the specification's section 2. */
export function ReviewTable({ reviews, role }: { reviews: Review[]; role: Colleague }) {
  return <TableOrCards label="Reviews" items={reviews} keyOf={keyOf} columns={columns[role]} />
}
