export function ReviewsListPage() {
  return null
}
