import { undoMs } from '#contract/limits/reviews.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { handOverUndoNote, UndoBlock } from '#web/accounts/undo-block.tsx'
import { getFinishUndo, getPauseUndo } from '#web/enrolment/api.ts'
import { useNow } from '#web/kit/live/now.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { formatRelativeTime } from '#web/kit/ui/dates/dates.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { UndoHandOver } from '../hand-over.tsx'

/** The undo of a recent block, pause, end of a course or handover, after its toast has gone. */
export function UndoRecentAction({ person: { _id, role, undoable } }: { person: PersonDetails }) {
  const [now, timeZone] = [useNow(), useSchoolZone()]
  const say = (done: string, at: string | null) => {
    const instant = at === null ? 0 : Date.parse(at)
    const isOpen = instant + undoMs > now
    const when = formatRelativeTime(instant, now, timeZone)
    return isOpen ? `${done} ${when === 'now' ? 'just now' : when}.` : undefined
  }
  const blocked = say('Blocked', undoable.block)
  const handedOver = say('Students handed over', undoable.handOver)
  if (blocked) {
    const handOver = handedOver !== undefined
    return <UndoBlock listed={role} ids={[_id]} handOver={handOver} done={blocked} />
  }
  const finished = say('Finished', undoable.finish)
  if (finished)
    return <UndoableActionByCall key="finish" {...getFinishUndo('admin', _id)} done={finished} />
  const paused = say('Paused', undoable.pause)
  if (paused) return <UndoableActionByCall key="pause" {...getPauseUndo(_id)} done={paused} />
  return handedOver ? <UndoHandOver from={_id} note={handOverUndoNote} done={handedOver} /> : null
}
