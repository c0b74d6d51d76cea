export function SlotsListPage() {
  return null
}
