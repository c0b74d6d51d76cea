export function ManifestPage() {
  return null
}
