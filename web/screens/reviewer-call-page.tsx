import { CallPage } from '#web/calls/call-page.tsx'
import { ReviewPanel } from './review-panel/review-panel.tsx'

/** The call for reviewers: the review panel is beside the video. */
export function ReviewerCallPage() {
  return <CallPage beside={(review) => <ReviewPanel review={review} key={review._id} />} />
}
