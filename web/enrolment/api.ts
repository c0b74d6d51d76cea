import { reopenStudent, resumeStudent } from '#contract/enrolment.ts'
import type { RoleAbleTo } from '#contract/roles.ts'

/** What undoing a pause restores, and how, as `UndoableActionByCall` shows it. */
export const getPauseUndo = (id: string) => ({
  call: resumeStudent,
  input: { body: { value: { id, undo: true } } },
  note: 'Undo restores the booking if nobody has taken the slot.',
  said: ({ message }: { message: string }) => message,
})

/** What undoing the end of a student's course restores, and how, as `UndoableActionByCall` shows it. */
export const getFinishUndo = (role: RoleAbleTo<'decide weeks'>, id: string) => ({
  call: reopenStudent[role],
  input: { body: { value: { id, undo: true } } },
  note: 'Undo opens the review again, with its slot if nobody has taken it.',
  said: ({ message }: { message: string }) => message,
})
