import { useState } from 'react'
import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { moveReview } from '#contract/reviews/scheduling/rescheduling.ts'
import { useApiMutation, useWholeList } from '#web/kit/api/hooks.ts'
import { toastServerErrorMessage } from '#web/kit/page/overlays/toast.ts'
import { toastUndoableChange } from '#web/reviews/rescheduling/toast-undoable-change.tsx'
import { confirmMove } from './confirm-move.tsx'
import { formatSlotWithReviewer, getMoveTargets, type MoveTarget } from './targets.ts'

/** The state of a move, and its actions. */
export type Moving = ReturnType<typeof useMoving>

/**
 * Moves a review: pick it up, choose a free slot, confirm. `slots` are the visible ones; if the
 * review was moved elsewhere in the meantime, its new slot is found among them.
 */
export function useMoving(slots: CalendarSlot[] = []) {
  const [taken, setSlot] = useState<CalendarSlot>()
  const slot = taken && (slots.find((one) => isSameReview(one, taken)) ?? taken)
  const review = slot?.review
  const free = useWholeList(
    listFreeSlots.advisor,
    { query: { review: review?._id } },
    { enabled: review !== undefined },
  )
  const { mutateAsync } = useApiMutation(moveReview.advisor)

  /** Resolves to whether the review was moved. Asks for the reviewer if several are free. */
  async function moveTo(target: MoveTarget): Promise<boolean> {
    if (!slot || !review) return false
    try {
      const to = await confirmMove(slot, target)
      if (!to) return false
      const value = { reviewId: review._id, reviewer: to.reviewer._id, slot: to._id }
      const { message } = await mutateAsync({ body: { value } })
      setSlot(undefined)
      const text = `Moved ${review.student.name} from ${formatSlotWithReviewer(slot)} to ${formatSlotWithReviewer(to)}`
      toastUndoableChange({ message, text, reviewId: review._id, role: 'advisor' })
      return true
    } catch (error) {
      toastServerErrorMessage(error)
      void free.refetch()
      return false
    }
  }

  return {
    /** The slot of the review being moved. */
    slot,
    /** The times it can be moved to; undefined while they load. */
    targets: slot && free.data && getMoveTargets(free.data, slot),
    error: slot ? free.error : null,
    begin: setSlot,
    end: () => setSlot(undefined),
    moveTo,
  }
}

function isSameReview({ review, noShow }: CalendarSlot, taken: CalendarSlot): boolean {
  return review !== null && noShow === null && review._id === taken.review?._id
}
