import { Button, type ButtonProps } from '@mantine/core'
import { joinReview, startReview } from '#contract/calls.ts'
import type { Review } from '#contract/reviews.ts'
import { type Caller, useJoin } from '#web/calls/api.ts'
import { VideoIcon } from '#web/kit/ui/icons/icons.tsx'

const labels: Record<Caller, string> = { student: joinReview, reviewer: startReview }

/** Brings the student or the reviewer into the room of a review, and to its call. */
export function EnterCall({ as, review, ...look }: { as: Caller; review: Review } & ButtonProps) {
  const { join, isJoining } = useJoin(as)
  return (
    <Button
      {...look}
      leftSection={<VideoIcon />}
      loading={isJoining}
      onClick={() => join(review._id, review[as]?.email)}
    >
      {labels[as]}
    </Button>
  )
}
