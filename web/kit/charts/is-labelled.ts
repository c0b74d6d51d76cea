/** Which places along an axis are labelled: every nth, but never next to the one that was found. */
type Labels = { every: number; found: number | undefined }

/** Whether a place is labelled: always if it is the one that was found. */
export function isLabelled(place: number, { every, found }: Labels): boolean {
  if (found === undefined) return place % every === 0
  return place === found || (place % every === 0 && Math.abs(place - found) >= every)
}
