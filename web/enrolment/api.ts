import { reopenStudent } from '#contract/enrolment.ts'
import type { AbleTo } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'

/** What undoing the end of a student's course restores, and how to undo it. */
export function useUndoFinish(role: AbleTo<'decide weeks'>, id: string) {
  const { mutateAsync } = useApiMutation(reopenStudent[role])
  return {
    note: 'Undo opens the review again, with its slot if nobody has taken it.',
    undo: async () => (await mutateAsync({ body: { value: { id, undo: true } } })).message,
  }
}
