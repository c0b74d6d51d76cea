import { Button, type ButtonProps } from '@mantine/core'
import { startReview } from '#contract/calls.ts'
import type { Review } from '#contract/reviews.ts'
import { useJoin } from '#web/calls/api.ts'
import { VideoIcon } from '#web/kit/look/icons.tsx'

/** Brings the reviewer into the room of a review, and to its call. */
export function StartReview({ review, ...look }: { review: Review } & ButtonProps) {
  const { join, isJoining } = useJoin('reviewer')
  return (
    <Button
      {...look}
      leftSection={<VideoIcon />}
      loading={isJoining}
      onClick={() => join(review._id, review.reviewer?.email)}
    >
      {startReview}
    </Button>
  )
}
