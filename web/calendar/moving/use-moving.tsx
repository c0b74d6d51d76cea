import { useState } from 'react'
import type { CalendarSlot } from '#contract/calendar.ts'
import { listFreeSlots } from '#contract/reviews/free-slots.ts'
import { moveReview } from '#contract/reviews/moves.ts'
import { useChange, useWhole } from '#web/kit/call/query.ts'
import { confirmDialog } from '#web/kit/page/dialogs.ts'
import { toastServerMessage } from '#web/kit/page/toast.ts'
import { tellChange } from '#web/reviews/plans/tell-change.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { placeInWords, type Target, targetsOf } from './targets.ts'

/** What is under way while an advisor moves a review to another slot. */
export type Moving = ReturnType<typeof useMoving>

/** Moves a review: it is taken up, and put on one of the free slots, once that is confirmed. */
export function useMoving() {
  const [slot, setSlot] = useState<CalendarSlot>()
  const review = slot?.review
  const free = useWhole(
    listFreeSlots.advisor,
    { query: { review: review?._id } },
    { enabled: review !== undefined },
  )
  const { mutateAsync } = useChange(moveReview)
  const timeZone = useSchoolZone()

  /** Answers whether it was moved. */
  async function moveTo({ slots: [to] }: Target): Promise<boolean> {
    if (!slot || !review) return false
    const [was, becomes] = [placeInWords(slot), placeInWords(to)]
    const isConfirmed = await confirmDialog({
      title: 'Move this review?',
      text: `Moves ${review.student.name} from ${was} to ${becomes}.`,
      confirm: 'Move',
    })
    if (!isConfirmed) return false
    try {
      const value = { reviewId: review._id, reviewer: to.reviewer._id, slot: to._id }
      const { message } = await mutateAsync({ body: { value } })
      setSlot(undefined)
      const text = `Moved ${review.student.name} from ${was} to ${becomes}`
      tellChange({ message, text, reviewId: review._id, role: 'advisor', timeZone })
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
    targets: slot && free.data && targetsOf(free.data, slot),
    error: slot ? free.error : null,
    begin: setSlot,
    end: () => setSlot(undefined),
    moveTo,
  }
}
