import { Group, Skeleton, Stack, Title } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import type { AdvisorReview, listReviews, Review } from '#contract/reviews/reviews.ts'
import type { PaginatedList } from '#web/kit/api/hooks.ts'
import { LoadedList } from '#web/kit/page/states.tsx'
import styles from '../review-card.module.css'
import { formatCountOrMore, getListCount } from './headline.ts'

type Props = {
  title: string
  list: PaginatedList<typeof listReviews.advisor>
  ready: boolean
  action?: ReactNode
  /** Renders the card of a review. */
  children: (review: AdvisorReview, index: number) => ReactNode
}

/** A list of the advisor's home with a heading; nothing while it is empty. */
export function AdvisorSection({ title, list, ready, action, children }: Props) {
  const count = getListCount(list)
  if (count?.count === 0) return null
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Group justify="space-between">
        <Title order={2}>
          {title}
          {count && ` (${formatCountOrMore(count)})`}
        </Title>
        {action}
      </Group>
      <LoadedList list={list} ready={ready} skeleton={<CardSkeletons />} empty={null}>
        {(reviews) => (
          <ReviewCardList label={title} reviews={reviews}>
            {children}
          </ReviewCardList>
        )}
      </LoadedList>
    </Stack>
  )
}

type CardsProps<R extends Review> = {
  label: string
  reviews: R[]
  children: (review: R, index: number) => ReactNode
}

/** Cards in as many columns as fit. */
export function ReviewCardList<R extends Review>({ label, reviews, children }: CardsProps<R>) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {reviews.map((review, index) => (
        <Fragment key={review._id}>{children(review, index)}</Fragment>
      ))}
    </ul>
  )
}

/** Placeholder cards that fill a phone screen. */
export function CardSkeletons() {
  return (
    <div className={styles.cards} aria-busy="true">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={72} radius="md" />
      ))}
    </div>
  )
}
