import type { Slot } from '#contract/kit/slot.ts'
import { formatSlotTimeInZone, getDateInZone } from '#contract/kit/time/zone.ts'
import type { Context } from '#server/kit/context.ts'

/** Converts a row to a slot; its day and time are in the school's zone. */
export function toSlot(
  { settings }: Context,
  row: { id: string; starts_at: number; review_id: string | null },
): Slot {
  const { date, slot_time } = toWallTime(row.starts_at, settings.timeZone)
  return { _id: row.id, date, slot_date: date, slot_time, isBooked: row.review_id !== null }
}

/** Date and time of an instant in a zone, in the format of slots. */
export function toWallTime(instant: number, timeZone: string) {
  return {
    date: getDateInZone(instant, timeZone),
    slot_time: formatSlotTimeInZone(instant, timeZone),
  }
}
