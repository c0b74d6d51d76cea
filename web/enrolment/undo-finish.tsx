import { UndoRow } from '#web/kit/page/overlays/undo-row.tsx'
import { useUndoFinish } from './api.ts'

/** What undoing the end of a course restores, with the undo button. `done` as in `UndoRow`. */
export function UndoFinish({ id, done }: { id: string; done?: string }) {
  return <UndoRow done={done} {...useUndoFinish('admin', id)} />
}
