import { Button } from '@mantine/core'
import { listReviews, noReviewsFound, reviewStatuses } from '#contract/reviews.ts'
import { useList } from '#web/kit/call/query.ts'
import { useFilter } from '#web/kit/list/filter.ts'
import { EmptyTray } from '#web/kit/look/illustrations.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { useColleague } from '../api.ts'
import { ReviewFilter } from './review-filter.tsx'
import { ReviewTable } from './review-table.tsx'

/** An advisor's or a reviewer's reviews, narrowed by what the address says. */
export function ReviewsListPage() {
  const role = useColleague()
  const { values, narrow, isNarrowed, clear } = useFilter({ search: '', week: '', status: '' })
  const { search, week } = values
  const status = reviewStatuses.find((one) => one === values.status)

  const list = useList(listReviews[role], {
    query: {
      ...(search && { search }),
      ...(week && { week }),
      ...(status && { status }),
    },
  })

  return (
    <Page title="Reviews List">
      <ReviewFilter
        search={search}
        week={week}
        status={status ?? ''}
        change={(name, value) => narrow(name, value ?? '')}
      />
      <LoadedList
        list={list}
        infinite
        skeleton={<Skeletons count={8} height={48} />}
        empty={
          <Empty
            picture={<EmptyTray />}
            text={noReviewsFound}
            action={
              isNarrowed && (
                <Button variant="default" onClick={clear}>
                  Show all reviews
                </Button>
              )
            }
          />
        }
      >
        {(reviews) => <ReviewTable reviews={reviews} role={role} />}
      </LoadedList>
    </Page>
  )
}
