import { Skeleton } from '@mantine/core'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import type { Review } from '#contract/reviews/reviews.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import type { Crumb } from '#web/kit/page/header/breadcrumb.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { LoadedData } from '#web/kit/page/states.tsx'
import { formatReviewName } from '../display/review-name.ts'
import { ReviewStatusBadge } from '../display/review-status.tsx'
import { useBookingMenu } from '../rescheduling/use-booking-menu.tsx'
import styles from './review-details.module.css'

type Props<T extends Review> = {
  query: ComponentProps<typeof LoadedData<T>>['query'] & { isError: boolean }
  viewer: RoleAbleTo<'report no-shows'>
  crumbs: Crumb[]
  /** The main action. */
  action: (review: T) => ReactNode
  /** Whether the review was taken from the viewer, who can do nothing with it then. */
  isGone?: boolean
  /** A note above the details. */
  note?: ReactNode
  children: (review: T) => ReactNode
}

/** The frame of a review's page, for every role. */
export function ReviewPage<T extends Review>({
  query,
  viewer,
  crumbs,
  action,
  isGone = false,
  note,
  children,
}: Props<T>) {
  const open = isGone ? undefined : query.data
  return (
    <Page
      title={formatReviewName(query.data)}
      eyebrow="Review Details"
      isNotFound={query.isError && !query.data}
      crumbs={crumbs}
      state={query.data ? <ReviewStatusBadge review={query.data} /> : null}
      menu={useBookingMenu(open, viewer)}
      action={open && action(open)}
    >
      {note}
      <LoadedData query={query} skeleton={<DetailSkeletons />}>
        {/* Keyed, so that nothing typed for one review is saved to another. */}
        {(review) => <Fragment key={review._id}>{children(review)}</Fragment>}
      </LoadedData>
    </Page>
  )
}

/** Placeholders for the timeline and the cards of a review's details. */
function DetailSkeletons() {
  return (
    <div className={styles.cards} aria-busy="true">
      <Skeleton height={128} />
      <div className={`${styles.cards} ${styles.columns}`}>
        <div className={styles.column}>
          <Skeleton height={152} />
          <Skeleton height={120} />
        </div>
        <div className={styles.column}>
          <Skeleton height={296} />
          <Skeleton height={152} />
        </div>
      </div>
    </div>
  )
}
