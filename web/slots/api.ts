import { bookSlot, listReviewerSlots, listReviewers } from '#contract/slots.ts'
import { useCall, useChange } from '#web/kit/call/query.ts'

/** The reviewers who can be booked, all at once: they are picked from one field. */
export function useReviewers() {
  return useCall(listReviewers)
}

/** A reviewer's slots of the next days, all at once; waits until a reviewer is picked. */
export function useReviewerSlots(reviewer: string | null) {
  return useCall(
    listReviewerSlots,
    { params: { id: reviewer ?? '' } },
    { enabled: reviewer !== null, onlyLogged: true },
  )
}

/** Books a slot for a review. */
export function useBookSlot() {
  return useChange(bookSlot)
}
