import { listReviews, noReviewsFoundMessage, reviewSorts } from '#contract/reviews.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { Filtered, NoMatches } from '#web/kit/list/filter/filtered.tsx'
import { useSorting } from '#web/kit/list/sort.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
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
      <Filtered filter={filter}>
        <LoadedList
          list={list}
          infinite
          skeleton={<Skeletons count={8} height={48} />}
          empty={
            filter.isFiltered ? (
              <NoMatches text={noReviewsFoundMessage} all="Show all reviews" clear={filter.clear} />
            ) : (
              <Empty picture={<EmptyTray />} text={noReviewsFoundMessage} />
            )
          }
        >
          {(reviews) => <ReviewTable reviews={reviews} role={role} sorting={sorting} />}
        </LoadedList>
      </Filtered>
    </Page>
  )
}
