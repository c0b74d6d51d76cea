export function DomainListPage() {
  return null
}
