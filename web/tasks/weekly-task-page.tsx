export function WeeklyTaskPage() {
  return null
}
