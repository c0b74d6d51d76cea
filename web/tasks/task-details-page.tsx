export function TaskDetailsPage() {
  return null
}
