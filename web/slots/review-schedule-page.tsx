export function ReviewSchedulePage() {
  return null
}
