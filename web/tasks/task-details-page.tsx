import { ActionIcon, Button, Card, Group, NumberInput } from '@mantine/core'
import { type ComponentType, type Ref, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import {
  editTask,
  getTask,
  listDomainTasks,
  type Task,
  TaskEdit,
  taskEditedMessage,
  taskRefusals,
} from '#contract/tasks/tasks.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormError } from '#web/kit/form/form-error.tsx'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { useDisclosureFocus } from '#web/kit/page/focus/focus.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { Page } from '#web/kit/page/page.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { LeftIcon, RightIcon } from '#web/kit/ui/icons/icons.tsx'
import { paths } from '#web/paths.ts'
import { useTaskMenu } from './menu/use-task-menu.tsx'
import styles from './task-details-page.module.css'
import { TaskPreview } from './task-preview.tsx'
import { WorkoutFields } from './workout-fields.tsx'
import { WorkoutLists } from './workouts.tsx'

const nowhere = () => null

/** A week's task; the toggle turns it into a form, and a second click saves it. */
export function TaskDetailsPage() {
  const { id = '' } = useParams()
  // Keyed, so that the form of one week is never saved to another.
  return <TaskDetails id={id} key={id} />
}

function TaskDetails({ id }: { id: string }) {
  const [editing, setEditing] = useState(false)
  // The form sets the focus itself.
  const toggle = useDisclosureFocus(editing, nowhere)
  const form = useRef<HTMLFormElement>(null)
  const edit = useApiMutation(editTask)
  const [isRemoved, setRemoved] = useState(false)
  const query = useApiQuery(getTask, { query: { id } }, { enabled: !isRemoved })
  const found = query.data?.[0]
  const menu = useTaskMenu(found, () => setRemoved(true))
  const task = found?.tasks[0]

  function press() {
    if (editing) form.current?.requestSubmit()
    else setEditing(true)
  }

  return (
    <Page
      title={task && `Week ${formatWeekNumber(task.week)}`}
      eyebrow="Task Details"
      isNotFound={query.isError && !query.data}
      // Never empty, so that the toggle stays in its place.
      menu={editing ? [{ label: 'Stop editing', onClick: () => setEditing(false) }] : menu}
      crumbs={[
        { label: 'Domains', to: paths.domainList },
        ...(found ? [{ label: found.domain.name, to: paths.weekList(found.domain._id) }] : []),
      ]}
      action={
        task && (
          <>
            {!editing && <OtherWeeks task={task} />}
            <Button
              ref={toggle}
              className={styles.toggle ?? ''}
              miw={96}
              loading={edit.isPending}
              onClick={press}
            >
              {editing ? 'Save' : 'Edit'}
            </Button>
          </>
        )
      }
    >
      <LoadedData query={{ ...query, data: task }} skeleton={<Skeletons count={3} height={120} />}>
        {(task) => (
          <Card withBorder>
            {editing ? (
              <EditTaskForm
                form={form}
                task={task}
                reread={async () => (await query.refetch()).data?.[0]?.tasks[0]}
                edit={edit}
                close={() => setEditing(false)}
              />
            ) : (
              <WorkoutLists task={task} order={2} />
            )}
          </Card>
        )}
      </LoadedData>
    </Page>
  )
}

/** Links to the domain's previous and next tasks. */
function OtherWeeks({ task }: { task: Task }) {
  const query = useApiQuery(
    listDomainTasks,
    { query: { domain: task.domain } },
    { onlyLogged: true },
  )
  const tasks = query.data?.[0]?.tasks ?? []
  const at = tasks.findIndex(({ _id }) => _id === task._id)
  return (
    <>
      <ToWeek name="Previous week" task={at < 0 ? undefined : tasks[at - 1]} icon={LeftIcon} />
      <ToWeek name="Next week" task={at < 0 ? undefined : tasks[at + 1]} icon={RightIcon} />
    </>
  )
}

type Props = { name: string; task: Task | undefined; icon: ComponentType }

/** The first and the last week keep an empty place. */
function ToWeek({ name, task, icon: Icon }: Props) {
  if (!task) {
    return (
      <ActionIcon variant="default" disabled aria-label={name}>
        <Icon />
      </ActionIcon>
    )
  }
  return (
    <ActionIcon
      variant="default"
      component={Link}
      to={paths.taskDetails(task._id)}
      aria-label={`${name}: week ${formatWeekNumber(task.week)}`}
    >
      <Icon />
    </ActionIcon>
  )
}

type EditTaskFormProps = {
  /** A ref to the form, for the button outside that saves. */
  form: Ref<HTMLFormElement>
  task: Task
  /** Reads the task again; undefined if it is gone or cannot be read. */
  reread: () => Promise<Task | undefined>
  edit: ReturnType<typeof useApiMutation<typeof editTask>>
  close: () => void
}

const changedMeanwhile = {
  title: 'The task has changed',
  text: 'Someone else has saved this task since you opened it. Saving replaces their changes.',
  confirm: 'Save anyway',
}

/** A form to edit a task; it closes when saved. Asks before it replaces a change of someone else. */
function EditTaskForm({ form: ref, task, reread, edit, close }: EditTaskFormProps) {
  const [before] = useState(task)
  const week: number | string = task.week
  const { personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts } = task
  const { form, submit } = useSchemaForm(
    TaskEdit,
    { week, personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts },
    { week: taskRefusals.weekTaken },
  )

  useUnsaved(form.isDirty())

  const [failure, setFailure] = useState<unknown>()
  const save = submit(async (value) => {
    setFailure(undefined)
    const present = await reread()
    const isSame = !present || JSON.stringify(present) === JSON.stringify(before)
    if (!isSame && !(await openConfirmDialog(changedMeanwhile))) return
    try {
      await edit.mutateAsync({ body: { id: task._id, value } })
    } catch (error) {
      toastServerErrorMessage(error)
      setFailure(error)
      throw error
    }
    toastSuccess(taskEditedMessage)
    close()
  })

  return (
    <FormStack gap="lg" onSubmit={save} ref={ref}>
      <NumberInput
        label="Week number"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        maw={240}
        autoFocus
        {...form.getInputProps('week')}
      />
      <WorkoutFields form={form} />
      <TaskPreview task={form.values} />
      <Group>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
      {failure !== undefined && (
        <FormError text="The task was not saved." error={failure} fields={form.errors} />
      )}
    </FormStack>
  )
}
