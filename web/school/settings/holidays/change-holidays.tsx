import type { Holiday } from '#contract/kit/time/holidays.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { getSchoolSettings, saveSchoolSettings } from '#contract/school/settings.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableAction } from '#web/kit/page/overlays/undoable-action.tsx'

/** The holidays that a change adds and those it removes; a changed one is removed and added. */
type Change = { added: Holiday[]; removed: Holiday[] }

/** A toast that says how holidays have changed, with the undo. */
export function showHolidayChangeToast({ added = [], removed = [] }: Partial<Change>): void {
  const change = { added, removed }
  toastSuccess(describe(change, 'done'), <UndoHolidays {...change} />, undoMs)
}

const words = {
  added: { done: 'added', undone: 'removed' },
  removed: { done: 'removed', undone: 'back' },
  changed: { done: 'changed', undone: 'as before' },
}

/** Such as 'Carnival is added.' or '12 holidays are removed.' */
function describe({ added, removed }: Change, how: 'done' | 'undone'): string {
  const what = removed.length === 0 ? 'added' : added.length === 0 ? 'removed' : 'changed'
  const [first, ...others] =
    how === 'undone' && removed.length > 0 ? removed : [...added, ...removed]
  const said = words[what][how]
  if (what === 'changed' || others.length === 0) return `${first?.name} is ${said}.`
  return `${others.length + 1} holidays are ${said}.`
}

/** Changes the school's holidays; those that a change does not concern stay as they are by then. */
export function useChangeHolidays() {
  const { refetch } = useApiQuery(getSchoolSettings, {}, { enabled: false, onlyLogged: true })
  const { mutateAsync } = useApiMutation(saveSchoolSettings)

  return async ({ added = [], removed = [] }: Partial<Change>): Promise<void> => {
    const { data } = await refetch({ throwOnError: true })
    // Saved without the present list, those that others have added would be lost.
    if (!data) throw new Error('The holidays have not loaded')
    const isRemoved = ({ from }: Holiday) => removed.some((one) => one.from === from)
    const others = data.holidays.filter((one) => !isRemoved(one))
    await mutateAsync({ body: { holidays: [...others, ...added] } })
  }
}

function UndoHolidays({ added, removed }: Change) {
  const change = useChangeHolidays()

  async function undo() {
    await change({ added: removed, removed: added })
    return describe({ added, removed }, 'undone')
  }

  const note = added.length > 0 ? 'Due dates that have moved stay as they are.' : ''
  return <UndoableAction note={note} undo={undo} />
}
