import { notFixed, type Review } from '#contract/reviews.ts'
import { paths } from '#web/kit/paths.ts'
import { type Column, TableOrCards } from '#web/kit/table-or-cards.tsx'
import { twoDigits } from '#web/kit/week.ts'
import type { Colleague } from '../api.ts'
import { DetailsLink } from './details-link.tsx'

/** The other colleague of a review: an advisor sees the reviewer's name, a reviewer the advisor's. */
const otherColleague: Record<Colleague, Column<Review>> = {
  advisor: { header: 'reviewer name', cell: (review) => review.reviewer?.name ?? notFixed },
  reviewer: { header: 'advisor name', cell: (review) => review.advisor?.name ?? notFixed },
}

/** Reviews in the columns of the specification's section 2. */
export function ReviewTable({ reviews, role }: { reviews: Review[]; role: Colleague }) {
  const columns: Column<Review>[] = [
    { header: 'no', cell: (_, index) => index + 1 },
    { header: 'student name', cell: ({ student }) => student.name },
    otherColleague[role],
    { header: 'Domain', cell: ({ student }) => student.domain?.name ?? notFixed },
    { header: 'Week', cell: ({ week }) => twoDigits(week) },
    { header: 'status', cell: ({ status }) => status },
    {
      header: 'Action',
      cell: ({ _id, student, week }) => (
        <DetailsLink
          to={paths.reviewDetails(role, _id)}
          of={`${student.name}, week ${twoDigits(week)}`}
        />
      ),
    },
  ]
  return (
    <TableOrCards
      label="Reviews"
      items={reviews}
      keyOf={(review) => review._id}
      columns={columns}
    />
  )
}
