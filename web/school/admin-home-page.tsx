export function AdminHomePage() {
  return null
}
