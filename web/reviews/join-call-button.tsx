import { Button, type ButtonProps } from '@mantine/core'
import { joinReviewLabel, startReviewLabel } from '#contract/calls/calls.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { type CallRole, useJoinAndOpenCall } from '#web/calls/api.ts'
import { VideoIcon } from '#web/kit/ui/icons/icons.tsx'

const labels: Record<CallRole, string> = { student: joinReviewLabel, reviewer: startReviewLabel }

export function JoinCallButton({
  as,
  review,
  ...look
}: { as: CallRole; review: Review } & ButtonProps) {
  const { join, isJoining } = useJoinAndOpenCall(as)
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
