import { Alert, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { weeks } from '#contract/limits/limits.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { moveTask } from '#contract/tasks/move-and-remove.ts'
import { listDomainTasks, type Task } from '#contract/tasks/tasks.ts'
import { ApiError } from '#web/kit/api/call-api.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'

export function openMoveTask(task: Task): void {
  openContentDialog(`Move week ${formatWeekNumber(task.week)}`, (close) => (
    <MoveForm task={task} close={close} />
  ))
}

function MoveForm({ task, close }: { task: Task; close: () => void }) {
  const query = useApiQuery(listDomainTasks, { query: { domain: task.domain } })
  return (
    <LoadedData query={{ ...query, data: query.data?.[0] }} skeleton={<Skeletons count={1} />}>
      {({ tasks }) => (
        <WeekChoice task={task} taken={new Set(tasks.map(({ week }) => week))} close={close} />
      )}
    </LoadedData>
  )
}

type Props = { task: Task; taken: Set<number>; close: () => void }

function WeekChoice({ task: { _id: id, week: from }, taken, close }: Props) {
  const others = weeks.filter((week) => week !== from)
  const [week, setWeek] = useState(others.find((one) => one > from && !taken.has(one)) ?? others[0])
  /** The server's message if students are in one of the weeks. */
  const [question, setQuestion] = useState<string>()
  const { mutateAsync, isPending } = useApiMutation(moveTask)
  const swap = week !== undefined && taken.has(week)

  async function send() {
    if (week === undefined) return
    const confirm = question !== undefined
    try {
      await mutateAsync({ body: { value: { id, week, swap, confirm } } })
    } catch (error) {
      const asked = error instanceof ApiError ? error.errors.confirm : undefined
      setQuestion(asked)
      if (asked === undefined) toastServerErrorMessage(error)
      return
    }
    close()
    const said = `Week ${formatWeekNumber(from)} is now week ${formatWeekNumber(week)}.`
    toastSuccess(said, <UndoMove id={id} week={from} swap={swap} />, undoMs)
  }

  return (
    <Stack>
      <Select
        label="New week"
        // The dialog sets the focus before the weeks may have loaded.
        autoFocus
        {...autoFocusProps}
        allowDeselect={false}
        description={
          swap ? 'The two tasks swap weeks.' : `Week ${formatWeekNumber(from)} becomes empty.`
        }
        data={others.map((one) => ({
          value: String(one),
          label: `Week ${formatWeekNumber(one)}${taken.has(one) ? ', has a task' : ''}`,
        }))}
        value={String(week)}
        onChange={(value) => {
          setWeek(Number(value))
          setQuestion(undefined)
        }}
      />
      {question !== undefined && (
        <Alert color="orange" variant="default" role="alert">
          {question}
        </Alert>
      )}
      <DialogButtons
        close={close}
        label={`${swap ? 'Swap' : 'Move'}${question === undefined ? '' : ' anyway'}`}
        busy={isPending}
        onPress={send}
      />
    </Stack>
  )
}

function UndoMove({ id, week, swap }: { id: string; week: number; swap: boolean }) {
  return (
    <UndoableActionByCall
      call={moveTask}
      input={{ body: { value: { id, week, swap, confirm: true } } }}
      said={() => `It is week ${formatWeekNumber(week)} again.`}
    />
  )
}
