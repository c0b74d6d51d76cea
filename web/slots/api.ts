import { addSlots, listOwnSlots, listReviewerSlots, listReviewers } from '#contract/slots.ts'
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

/** The signed-in reviewer's slots of the next days. That they did not come is only logged (section 8). */
export function useOwnSlots() {
  return useCall(listOwnSlots, {}, { onlyLogged: true })
}

/** Publishes the slots of a range. */
export function useAddSlots() {
  return useChange(addSlots)
}
