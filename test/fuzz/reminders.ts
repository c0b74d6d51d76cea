import { expect } from 'vitest'
import { getReminderTimes } from '#test/schools/checks/expected-notifications.ts'
import { isBookedAndUpcoming, type ReviewRow, type State } from './state.ts'

/**
 * Reminders exist only for booked reviews and their current slot. A new slot brings those still to
 * come, and none is removed while its review keeps the slot.
 */
export function expectReminders(before: State, after: State, now: number): void {
  const booked = new Map(
    after.reviews.filter((one) => one.status === 'review-scheduled').map((one) => [one.id, one]),
  )
  for (const { review_id, starts_at } of after.reminders) {
    const { closed_at, held_at } = booked.get(review_id) ?? {}
    expect({ closed_at, held_at }).toEqual({ closed_at: null, held_at: starts_at })
  }
  for (const review of after.reviews.filter((one) => isBookedAndUpcoming(one, now))) {
    const had = before.reviews.find(({ id }) => id === review.id)
    const isKept = had?.slot_id === review.slot_id && had.closed_at === null
    expect(findReminders(after, review)).toEqual(
      isKept ? findReminders(before, review) : getReminderTimes(review.held_at ?? 0, now),
    )
  }
}

function findReminders({ reminders }: State, { id }: ReviewRow): number[] {
  return reminders.filter(({ review_id }) => review_id === id).map(({ due_at }) => due_at)
}
