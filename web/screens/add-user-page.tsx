export function AddUserPage() {
  return null
}
