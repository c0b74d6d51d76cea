import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { notFixed, type Review } from '#contract/reviews.ts'
import { paths } from '#web/kit/paths.ts'
import { type Column, TableOrCards } from '#web/kit/table-or-cards.tsx'
import { twoDigits } from '#web/kit/week.ts'
import type { Colleague } from '../api.ts'

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
        <Anchor
          component={Link}
          to={paths.reviewDetails(role, _id)}
          aria-label={`review details of ${student.name}, week ${twoDigits(week)}`}
          inherit
          underline="always"
          style={{ display: 'inline-block', paddingBlock: 12 }}
        >
          review details
        </Anchor>
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
