import { Grid } from '@mantine/core'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { listReviews } from '#contract/reviews/reviews.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useReview } from '../api.ts'
import { BookingPanel } from './booking-panel.tsx'
import { focusPanelTitle } from './reviewers/focus-panel-title.ts'
import { ReviewsToSchedule } from './reviews-to-schedule.tsx'

/** Where advisors book slots. The address holds the picked review and reviewer. */
export function ReviewSchedulePage() {
  const [params, setParams] = useSearchParams()
  const picked = params.get('review')
  const reviewer = params.get('reviewer')
  const list = usePaginatedList(listReviews.advisor, { query: { type: 'booking', turn: 'true' } })
  const listed = list.items?.find(({ _id }) => _id === picked)
  // It may be booked already, or further down the list than is loaded.
  const asked = useReview('advisor', picked ?? '', {
    enabled: picked !== null && list.items !== undefined && !listed,
  })

  function pick(review: string | null) {
    const next = { ...(review && { review }), ...(reviewer && { reviewer }) }
    setParams(next, { replace: true, preventScrollReset: true })
  }

  const title = useRef<HTMLHeadingElement>(null)
  /** Moves the focus to the panel after a pick: on a phone it is out of view. */
  function pickBeside(review: string | null) {
    pick(review)
    if (review) focusPanelTitle(title.current)
  }

  return (
    <Page title="Schedule Reviews">
      <Grid>
        {/* First in the tab order, so that nobody tabs through the whole list. */}
        <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 1, md: 2 }}>
          <BookingPanel
            key={reviewer}
            reviewer={reviewer}
            reviews={list.items ?? []}
            review={listed ?? (picked ? asked.data : undefined)}
            pick={pick}
            isComing={picked !== null && !listed && asked.isPending}
            titleRef={title}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 2, md: 1 }}>
          <ReviewsToSchedule list={list} picked={picked} pick={pickBeside} />
        </Grid.Col>
      </Grid>
    </Page>
  )
}
