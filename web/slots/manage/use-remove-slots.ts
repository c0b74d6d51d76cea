import type { Slot } from '#contract/kit/slot.ts'
import { removedSlotsMax } from '#contract/limits/slots.ts'
import { formatSlotsRemoved, removeSlots } from '#contract/slots/remove-and-clone-slots.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { formatSlot } from '../format.ts'

/** Removes free slots after confirmation, as there is no undo; resolves to whether it did. */
export function useRemoveSlots() {
  const change = useApiMutation(removeSlots)

  async function remove(slots: readonly Slot[]): Promise<boolean> {
    if (!(await openConfirmDialog(formatQuestion(slots)))) return false
    let removed = 0
    try {
      for (let at = 0; at < slots.length; at += removedSlotsMax) {
        const some = slots.slice(at, at + removedSlotsMax).map(({ _id }) => _id)
        removed += (await change.mutateAsync({ body: { value: { slots: some } } })).removed
      }
    } catch (error) {
      toastServerErrorMessage(error)
    }
    if (removed > 0) toastSuccess(formatSlotsRemoved(removed))
    return removed === slots.length
  }

  return { remove, isPending: change.isPending }
}

/** The slots are sorted by time. */
function formatQuestion(slots: readonly Slot[]) {
  const answer = { confirm: 'Yes, remove', isDestructive: true }
  const [first, ...others] = slots.map(formatSlot)
  const last = others.at(-1)
  if (last === undefined) {
    const text = `${first} can no longer be booked. This cannot be undone.`
    return { title: 'Remove this slot?', text, ...answer }
  }
  const text = `Slots from ${first} to ${last} can no longer be booked. This cannot be undone.`
  return { title: `Remove ${slots.length} slots?`, text, ...answer }
}
