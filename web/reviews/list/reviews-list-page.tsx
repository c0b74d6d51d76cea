import { Button } from '@mantine/core'
import { listReviews, noReviewsFound, reviewSorts } from '#contract/reviews.ts'
import { useList } from '#web/kit/call/query.ts'
import { Narrowed } from '#web/kit/list/narrowed.tsx'
import { useSorting } from '#web/kit/list/sort.ts'
import { EmptyTray } from '#web/kit/look/illustrations.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { useColleague } from '../api.ts'
import { askedBy, ReviewFilterBar, useReviewFilter } from './review-filter.tsx'
import { ReviewTable } from './review-table.tsx'

/** An advisor's or a reviewer's reviews, narrowed by what the address says. */
export function ReviewsListPage() {
  const role = useColleague()
  const filter = useReviewFilter(role)
  const sorting = useSorting(reviewSorts)
  const { sort } = sorting
  const list = useList(
    listReviews[role],
    { query: { ...askedBy(filter), ...(sort && { sort }) } },
    { keepPrevious: true },
  )

  return (
    <Page title="Reviews List">
      <ReviewFilterBar filter={filter} role={role} />
      <Narrowed filter={filter}>
        <LoadedList
          list={list}
          infinite
          skeleton={<Skeletons count={8} height={48} />}
          empty={
            <Empty
              picture={<EmptyTray />}
              text={noReviewsFound}
              action={
                filter.isNarrowed && (
                  <Button variant="default" onClick={filter.clear}>
                    Show all reviews
                  </Button>
                )
              }
            />
          }
        >
          {(reviews) => <ReviewTable reviews={reviews} role={role} sorting={sorting} />}
        </LoadedList>
      </Narrowed>
    </Page>
  )
}
