import { resumeStudent } from '#contract/enrolment.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { UndoRow } from '#web/kit/page/overlays/undo-row.tsx'

/** What undoing a pause restores, with the undo button. `done` as in `UndoRow`. */
export function UndoPause({ id, done }: { id: string; done?: string }) {
  const { mutateAsync } = useApiMutation(resumeStudent)
  return (
    <UndoRow
      done={done}
      note="The booking comes back if nobody has taken the slot."
      undo={async () => {
        const { message } = await mutateAsync({ body: { value: { id, undo: true } } })
        return message
      }}
    />
  )
}
