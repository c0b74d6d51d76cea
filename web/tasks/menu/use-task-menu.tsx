import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { removeTask } from '#contract/tasks/move-and-remove.ts'
import { addTask, type DomainTasks, type Task } from '#contract/tasks/tasks.ts'
import { ApiError } from '#web/kit/api/call-api.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import type { MenuEntry } from '#web/kit/page/header/page-menu-list.tsx'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { paths } from '#web/paths.ts'
import { openMoveTask } from './move-task.tsx'

/**
 * The menu of a task: move it to another week, copy it to one, or remove it. `forget` is called
 * when it is removed, so that its screen does not ask for it again.
 */
export function useTaskMenu(found: DomainTasks | undefined, forget: () => void): MenuEntry[] {
  const remove = useRemoveTask(forget)
  const task = found?.tasks[0]
  if (!task) return []
  const copy = { label: 'Copy to another week', to: paths.copyTask(task._id) }
  return [
    { label: 'Move to another week', onClick: () => openMoveTask(task) },
    ...(found.domain.isArchived ? [] : [copy]),
    { label: 'Remove', onClick: () => void remove(task) },
  ]
}

/** Removes a task, after a confirmation if students are in its week, and shows the other weeks. */
function useRemoveTask(forget: () => void) {
  const navigate = useNavigate()
  const { mutateAsync } = useApiMutation(removeTask, async (change) => {
    const reply = await change()
    // Rendered before everything on the screen is fetched again.
    flushSync(forget)
    await navigate(paths.weekList(reply.task.domain))
    return reply
  })

  return async ({ _id: id }: Task) => {
    try {
      const { task } = await mutateAsync({ body: { value: { id } } }).catch(async (error) => {
        if (!(await isConfirmed(error))) throw error
        return mutateAsync({ body: { value: { id, confirm: true } } })
      })
      const said = `The task of week ${formatWeekNumber(task.week)} is removed.`
      toastSuccess(said, <UndoRemoval task={task} />, undoMs)
    } catch (error) {
      if (getQuestion(error) === undefined) toastServerErrorMessage(error)
    }
  }
}

/** The server's message if students are in the week; undefined for other errors. */
function getQuestion(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors.confirm : undefined
}

async function isConfirmed(error: unknown): Promise<boolean> {
  const text = getQuestion(error)
  const question = { title: 'Remove task', confirm: 'Remove', isDestructive: true }
  return text !== undefined && openConfirmDialog({ ...question, text })
}

function UndoRemoval({ task }: { task: Task }) {
  const { week: weekNo, _id, ...rest } = task
  return (
    <UndoableActionByCall
      call={addTask}
      input={{ body: { weekNo, ...rest, undo: true } }}
      said={() => `The task of week ${formatWeekNumber(weekNo)} is back.`}
    />
  )
}
