import { useState } from 'react'
import type { CalendarSlot } from '#contract/calendar.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { moveReview } from '#contract/reviews/scheduling/rescheduling.ts'
import { useChange, useWhole } from '#web/kit/call/query.ts'
import { toastServerMessage } from '#web/kit/page/overlays/toast.ts'
import { toastUndoableChange } from '#web/reviews/rescheduling/toast-change.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { confirmMove } from './confirm-move.tsx'
import { formatSlotWithReviewer, getMoveTargets, type MoveTarget } from './targets.ts'

/** What is under way while an advisor moves a review to another slot. */
export type Moving = ReturnType<typeof useMoving>

/**
 * Moves a review: it is taken up, and put on one of the free slots, once that is confirmed. Where it
 * was moved elsewhere meanwhile, it is moved from there: `slots` are those that are shown.
 */
export function useMoving(slots: CalendarSlot[] = []) {
  const [taken, setSlot] = useState<CalendarSlot>()
  const slot = taken && (slots.find((one) => isSameReview(one, taken)) ?? taken)
  const review = slot?.review
  const free = useWhole(
    listFreeSlots.advisor,
    { query: { review: review?._id } },
    { enabled: review !== undefined },
  )
  const { mutateAsync } = useChange(moveReview.advisor)
  const timeZone = useSchoolZone()

  /** Answers whether it was moved: with whom is asked too, where several are free then. */
  async function moveTo(target: MoveTarget): Promise<boolean> {
    if (!slot || !review) return false
    try {
      const to = await confirmMove(slot, target)
      if (!to) return false
      const value = { reviewId: review._id, reviewer: to.reviewer._id, slot: to._id }
      const { message } = await mutateAsync({ body: { value } })
      setSlot(undefined)
      const text = `Moved ${review.student.name} from ${formatSlotWithReviewer(slot)} to ${formatSlotWithReviewer(to)}`
      toastUndoableChange({ message, text, reviewId: review._id, role: 'advisor', timeZone })
      return true
    } catch (error) {
      toastServerMessage(error)
      void free.refetch()
      return false
    }
  }

  return {
    /** The slot of the review that is being moved. */
    slot,
    /** Where it can be put; undefined until that is known. */
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
