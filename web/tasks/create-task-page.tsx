export function CreateTaskPage() {
  return null
}
