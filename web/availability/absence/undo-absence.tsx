import { type Absence, withdrawAbsenceFor } from '#contract/availability/absences.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { formatRelativeTime } from '#web/kit/ui/dates/dates.ts'
import { useSchoolZone } from '#web/school/api.ts'

type Props = {
  /** Ids. */
  reviewer: string
  absence: string
  note: string
  done?: string
}

/** The undo of an absence that an admin added. `done` as in `UndoableAction`. */
export function ReviewerAbsenceUndo({ reviewer, absence, note, done }: Props) {
  return (
    <UndoableActionByCall
      done={done}
      note={note}
      call={withdrawAbsenceFor}
      input={{ body: { value: { reviewer, id: absence, undo: true } } }}
      said={({ message }) => message}
    />
  )
}

/** The undo of the absence that was added last, while it can be undone. */
export function RecentAbsenceUndo({
  reviewer,
  absences,
}: {
  reviewer: string
  absences: Absence[]
}) {
  const [now, timeZone] = [useNow(), useSchoolZone()]
  const latest = absences.toSorted((a, b) => (a.addedAt < b.addedAt ? 1 : -1))[0]
  const at = latest ? Date.parse(latest.addedAt) : 0
  if (!latest || at + undoMs <= now) return null
  const when = formatRelativeTime(at, now, timeZone)
  const done = `Absence added ${when === 'now' ? 'just now' : when}.`
  const note = 'Undo restores bookings that have not changed.'
  return (
    <ReviewerAbsenceUndo
      // The one before it takes its place when it is undone, with a button that can be pressed.
      key={latest._id}
      reviewer={reviewer}
      note={note}
      done={done}
      absence={latest._id}
    />
  )
}
