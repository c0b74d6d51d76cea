import { Button, type ButtonProps } from '@mantine/core'
import { joinReview } from '#contract/calls.ts'
import type { Review } from '#contract/reviews.ts'
import { useJoin } from '#web/calls/api.ts'
import { VideoIcon } from '#web/kit/look/icons.tsx'

/** Brings the student into the room of a review, and to its call. */
export function JoinReview({ review, ...look }: { review: Review } & ButtonProps) {
  const { join, isJoining } = useJoin('student')
  return (
    <Button
      {...look}
      leftSection={<VideoIcon />}
      loading={isJoining}
      onClick={() => join(review._id, review.student.email)}
    >
      {joinReview}
    </Button>
  )
}
