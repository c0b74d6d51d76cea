export function StudentReviewPage() {
  return null
}
