export function WeekListPage() {
  return null
}
