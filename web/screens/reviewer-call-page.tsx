import { CallPage } from '#web/calls/call-page.tsx'
import { ReviewPanel } from './review-panel/review-panel.tsx'

/** The call as the reviewer sees it: beside the pictures stands what a review needs. */
export function ReviewerCallPage() {
  return <CallPage beside={(review) => <ReviewPanel review={review} key={review._id} />} />
}
