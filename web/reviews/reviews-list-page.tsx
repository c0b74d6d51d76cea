import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { noReviewsFound, reviewStatuses } from '#contract/reviews.ts'
import { EmptyTray } from '#web/kit/illustrations.tsx'
import { Page } from '#web/kit/page.tsx'
import { Empty, LoadedList, Skeletons } from '#web/kit/states.tsx'
import { useColleague, useReviews } from './api.ts'
import { ReviewFilter } from './list/review-filter.tsx'
import { ReviewTable } from './list/review-table.tsx'

/** An advisor's or a reviewer's reviews, narrowed by what the address says. */
export function ReviewsListPage() {
  const role = useColleague()
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const week = params.get('week')
  const status = reviewStatuses.find((one) => one === params.get('status')) ?? null
  const isNarrowed = search !== '' || week !== null || status !== null

  const list = useReviews(role, {
    ...(search && { search }),
    ...(week && { week }),
    ...(status && { status }),
  })

  function change(name: string, value: string | null) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  }

  return (
    <Page title="Reviews List">
      <ReviewFilter search={search} week={week} status={status} change={change} />
      <LoadedList
        list={list}
        skeleton={<Skeletons count={8} height={48} />}
        empty={
          <Empty
            picture={<EmptyTray />}
            text={noReviewsFound}
            action={
              isNarrowed && (
                <Button variant="default" onClick={() => setParams({}, { replace: true })}>
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
