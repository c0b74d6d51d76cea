export function SetPasswordPage() {
  return null
}
