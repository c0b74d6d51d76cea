import type { CallRecord } from '#contract/calls/record.ts'

/** A number of seconds in words, as whole minutes. */
export function formatMinutes(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/**
 * For how long both were in the room of a call, at the slot and long before it; of a review that has
 * marks without a meeting there, that it has them.
 */
export function formatAttendance(
  { togetherSeconds, earlySeconds }: Pick<CallRecord, 'togetherSeconds' | 'earlySeconds'>,
  isMarked: boolean,
): string {
  if (togetherSeconds === 0) {
    return isMarked ? 'The marks were given without a call.' : 'They were not in the call together.'
  }
  const own = `Both were in the call for ${formatMinutes(togetherSeconds - earlySeconds)}`
  if (earlySeconds === 0) return `${own}.`
  return `${own} of the slot, and for ${formatMinutes(earlySeconds)} before it.`
}
