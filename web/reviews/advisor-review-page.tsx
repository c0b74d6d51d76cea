export function AdvisorReviewPage() {
  return null
}
