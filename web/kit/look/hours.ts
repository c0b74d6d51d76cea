import { slotTimeOf } from '#contract/kit/zone.ts'

/** An hour of the day beside a calendar's lines: '8 AM'. */
export function hourInWords(hour: number): string {
  return slotTimeOf(`${hour}:00`).replace(':00', '')
}
