import { undoBlock } from '#contract/accounts/undo-block.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableAction } from '#web/kit/page/overlays/undoable-action.tsx'

/** What an undo restores, and what it does not. */
const whatStays: Record<Role, string> = {
  student: 'Undo restores the booking if nobody has taken the slot.',
  advisor: 'Undo gives them their students back.',
  reviewer: 'Undo restores bookings that have not changed.',
  admin: '',
}
/** The same for a handover of students. */
export const handOverUndoNote = 'Undo returns students for whom the new advisor has not acted yet.'

type Props = {
  listed: Role
  ids: string[]
  /** Whether the block handed students over, who come back too. */
  handOver: boolean
  /** What was done, and when; omitted below a toast that says so. */
  done?: string
}

/** A toast after a block, with an undo button while undoing is possible. */
export function toastBlocked(text: string, blocked: Props): void {
  toastSuccess(text, <UndoBlock {...blocked} />, undoMs)
}

/** What undoing a block restores, with the undo button. */
export function UndoBlock({ listed, ids, handOver, done }: Props) {
  const { mutateAsync } = useApiMutation(undoBlock[listed])

  async function undo() {
    const said = new Set<string>()
    let refused: unknown
    for (const id of ids) {
      try {
        said.add((await mutateAsync({ body: { value: { id, handOver } } })).message)
      } catch (error) {
        refused = error
      }
    }
    if (said.size === 0) throw refused
    if (refused) toastServerErrorMessage(refused)
    return [...said].join(' ')
  }

  return (
    <UndoableAction
      done={done}
      note={`${handOver ? handOverUndoNote : whatStays[listed]} API tokens stay revoked.`.trim()}
      undo={undo}
    />
  )
}
