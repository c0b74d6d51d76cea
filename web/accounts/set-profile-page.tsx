export function SetProfilePage() {
  return null
}
