import type { CallRecord } from '#contract/calls/call-record.ts'

/** Seconds as text in whole minutes. */
export function formatMinutes(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/**
 * How long both were in the call at the slot, and well before it; or that the review was marked
 * without a meeting there.
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
