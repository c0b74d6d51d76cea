import { Button, Grid, Group, Text, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { listReviews, type Review } from '#contract/reviews/reviews.ts'
import { type PaginatedList, usePaginatedList } from '#web/kit/api/hooks.ts'
import { LongList } from '#web/kit/list/long-list.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedList } from '#web/kit/page/states.tsx'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { paths } from '#web/paths.ts'
import { useReview } from '../api.ts'
import { DueTime } from '../display/due-and-booked-time.tsx'
import { BookingPanel } from './booking-panel.tsx'
import { NoReviewsWaiting } from './no-reviews-waiting.tsx'
import { focusPanelTitle } from './reviewers/focus-panel-title.ts'
import styles from './reviews-to-schedule.module.css'

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

const title = 'Reviews to be scheduled'
const getKey = (review: Review) => review._id
/** The estimated height of a row, in pixels. */
const choiceHeight = 100

type Props = {
  list: PaginatedList<typeof listReviews.advisor>
  picked: string | null
  pick: (review: string | null) => void
}

/** The reviews without a slot, longest due first; one of them can be picked. */
function ReviewsToSchedule({ list, picked, pick }: Props) {
  return (
    <SectionCard
      id="to-schedule"
      title={title}
      action={
        list.items?.length !== 0 && (
          <Button variant="default" component={Link} to={paths.plan}>
            Schedule for me
          </Button>
        )
      }
    >
      <LoadedList list={list} empty={<NoReviewsWaiting />}>
        {(reviews) => (
          <LongList label={title} items={reviews} getKey={getKey} height={choiceHeight} gap={8}>
            {(review) => (
              <ReviewChoice
                review={review}
                isPicked={review._id === picked}
                pick={() => pick(review._id === picked ? null : review._id)}
              />
            )}
          </LongList>
        )}
      </LoadedList>
    </SectionCard>
  )
}

type ChoiceProps = { review: Review; isPicked: boolean; pick: () => void }

function ReviewChoice({ review, isPicked, pick }: ChoiceProps) {
  const { student } = review
  return (
    <UnstyledButton className={styles.choice ?? ''} aria-pressed={isPicked} onClick={pick}>
      <Group wrap="nowrap" align="flex-start">
        <Avatar person={student} />
        <div className={styles.words}>
          <Text fw={600}>{student.name}</Text>
          <Text>
            Week {formatWeekNumber(review.week)}
            {student.domain && ` · ${student.domain.name}`}
          </Text>
          <DueTime review={review} />
        </div>
      </Group>
    </UnstyledButton>
  )
}
