export function StudentHomePage() {
  return null
}
