/** Logs a failure that the specification says is only logged (section 8). */
export function logFailure(what: string, error: unknown): void {
  console.error(what, error)
}
