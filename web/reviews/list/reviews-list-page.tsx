import { listReviews, noReviewsFoundMessage, reviewSorts } from '#contract/reviews/reviews.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { FilteredList } from '#web/kit/list/filter/filtered-list.tsx'
import { useSorting } from '#web/kit/list/sort.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, Skeletons } from '#web/kit/page/states.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { useStaffRole } from '../api.ts'
import { ReviewFilterBar, toReviewQuery, useReviewFilter } from './review-filter.tsx'
import { ReviewTable } from './review-table.tsx'

/** There is no column for the due date here, so no sorting by it. */
const sorts = reviewSorts.filter((sort) => sort !== 'date')

/** The reviews of an advisor or reviewer, with filters. */
export function ReviewsListPage() {
  const role = useStaffRole()
  const filter = useReviewFilter(role)
  const sorting = useSorting(sorts)
  const { sort } = sorting
  const list = usePaginatedList(
    listReviews[role],
    { query: { ...toReviewQuery(filter), sort: sort || 'next' } },
    { keepPrevious: true },
  )

  return (
    <Page title="Reviews List">
      <ReviewFilterBar filter={filter} role={role} />
      <FilteredList
        filter={filter}
        list={list}
        skeleton={<Skeletons count={8} height={48} />}
        noMatch={{ text: noReviewsFoundMessage, all: 'Show all reviews' }}
        empty={<Empty picture={<EmptyTray />} text={noReviewsFoundMessage} />}
      >
        {(reviews) => <ReviewTable reviews={reviews} role={role} sorting={sorting} />}
      </FilteredList>
    </Page>
  )
}
