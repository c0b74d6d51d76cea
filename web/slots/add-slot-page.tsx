export function AddSlotPage() {
  return null
}
