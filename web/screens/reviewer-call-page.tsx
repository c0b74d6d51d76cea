import { Box } from '@mantine/core'
import { CallPage } from '#web/calls/call-page.tsx'
import { ReviewGone } from '#web/reviews/details/review-gone.tsx'
import { MarkingPanel } from './marking-panel/marking-panel.tsx'

/** The call for reviewers: the review panel is beside the video. */
export function ReviewerCallPage() {
  return (
    <CallPage
      beside={(review) => <MarkingPanel review={review} key={review._id} />}
      gone={
        // In view wherever they have scrolled to.
        <Box pos="sticky" top={64} style={{ zIndex: 2 }}>
          <ReviewGone note="What you typed can be copied, but no longer saved." />
        </Box>
      }
    />
  )
}
