export function CallPage() {
  return null
}
