import { CallPage } from '#web/calls/call-page.tsx'
import { ReviewDesk } from './review-desk/review-desk.tsx'

/** The call as the reviewer sees it: beside the pictures stands what a review needs. */
export function ReviewerCallPage() {
  return <CallPage beside={(review) => <ReviewDesk review={review} key={review._id} />} />
}
