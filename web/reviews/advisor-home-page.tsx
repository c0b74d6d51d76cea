export function AdvisorHomePage() {
  return null
}
