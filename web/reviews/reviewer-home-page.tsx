export function ReviewerHomePage() {
  return null
}
