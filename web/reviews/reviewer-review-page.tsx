export function ReviewerReviewPage() {
  return null
}
