import { useState } from 'react'
import type { BulkChange } from '#contract/accounts/bulk-actions.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { toastBlocked } from '../undo-block.tsx'
import { bulkActionWords, formatPeopleCount } from './format-bulk-action.ts'
import { RefusedPeople } from './refused-people.tsx'
import { getBulkUndo, UndoBulk } from './undo-bulk.tsx'
import { useBatches } from './use-batches.ts'

/**
 * Makes a change of several people, shows how far it is, and reports the result, with an undo. People
 * for whom it was not done stay selected.
 */
export function useBulkAction(listed: AddableRole, chooseAll: (ids: string[]) => void) {
  const run = useBatches(listed)
  const [progress, setProgress] = useState<string>()
  useUnsaved(progress !== undefined, 'sending')

  async function change(asked: BulkChange, people: ListedPerson[], handOver = false) {
    const { doing, done: formatDone } = bulkActionWords[asked.action]
    const { done, refused, error } = await run(asked, people, (begun) =>
      setProgress(`${doing} ${begun} of ${people.length}`),
    )
    setProgress(undefined)
    if (error !== undefined) toastServerMessage(error)
    // The button may disappear after the action.
    focusHeading()
    const isDone = new Set(done.map(({ _id }) => _id))
    const left = people.filter(({ _id }) => !isDone.has(_id))
    chooseAll(left.map(({ _id }) => _id))
    if (done.length > 0) {
      const stay = left.length > 0 ? ` ${left.length} left, and still selected.` : ''
      const text = formatDone(formatPeopleCount(done)) + stay
      const undos = getBulkUndo(
        asked,
        people.filter(({ _id }) => isDone.has(_id)),
      )
      if (asked.action === 'block') toastBlocked(text, { listed, ids: [...isDone], handOver })
      else if (undos.length > 0) toastSuccess(text, <UndoBulk {...{ listed, undos }} />, undoMs)
      else toastSuccess(text)
    }
    if (refused.length > 0) contentDialog('Not done for all', <RefusedPeople refused={refused} />)
  }

  return { progress, change }
}
