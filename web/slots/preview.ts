import { minutesBetween, slotTimeOf } from '#contract/kit/zone.ts'
import { SlotRange } from '#contract/slots.ts'

/**
 * What a range will be cut into, in a sentence; undefined until the range is right. In the night in
 * which the clock changes the server may make a few more or fewer.
 */
export function previewOf(range: SlotRange): string | undefined {
  const judged = SlotRange.safeParse(range)
  if (!judged.success) return undefined
  const { timeStart, timeEnd, reviewTime } = judged.data
  const minutes = minutesBetween(timeStart, timeEnd)
  const count = Math.floor(minutes / reviewTime)
  const rest = minutes - count * reviewTime
  const slots = `This makes ${count} ${count === 1 ? 'slot' : 'slots'} of ${reviewTime} minutes`
  const span = `from ${slotTimeOf(timeStart)} to ${slotTimeOf(timeEnd)}`
  return `${slots} ${span}${rest > 0 ? `; the last ${rest} minutes stay free` : ''}.`
}
