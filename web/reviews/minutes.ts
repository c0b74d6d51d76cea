/** A number of seconds in words, as whole minutes. */
export function minutesOf(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
