import { reminderKinds } from '#contract/kit/kinds/notification-kind.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { reminderHours } from '#contract/limits/reviews.ts'
import type { Tables } from '#server/database/tables.ts'
import type { SchoolRows } from '../rows.ts'

/** Makes the reminders of booked reviews that are due in the future. */
export function makeReminders({ reviews, slots }: SchoolRows, now: number): Tables['reminders'][] {
  const startOf = new Map(slots.map(({ id, starts_at }) => [id, starts_at]))
  return reviews.flatMap(({ id: review_id, status, closed_at, slot_id }) => {
    const starts_at = startOf.get(slot_id ?? '')
    if (status !== 'review-scheduled' || closed_at !== null || starts_at === undefined) return []
    return reminderKinds
      .map((kind) => ({ review_id, kind, starts_at }))
      .map((row) => ({ ...row, due_at: starts_at - reminderHours[row.kind] * hourMs }))
      .filter(({ due_at }) => due_at > now)
  })
}
