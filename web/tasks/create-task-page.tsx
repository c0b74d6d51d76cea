import { Anchor, Button, Card, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { listDomains } from '#contract/domains/domains.ts'
import { firstWeek, lastWeek } from '#contract/limits/limits.ts'
import {
  addTask,
  addTaskFailedMessage,
  getTask,
  listDomainTasks,
  NewTask,
  type Task,
  taskAddedMessage,
  taskRefusals,
} from '#contract/tasks/tasks.ts'
import { SessionEndedError } from '#web/kit/api/call-api.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { filterOptions } from '#web/kit/form/filter-options.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormError } from '#web/kit/form/form-error.tsx'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { toastError, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { Page } from '#web/kit/page/page.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { TaskPreview } from './task-preview.tsx'
import { WorkoutFields } from './workout-fields.tsx'
import type { Workouts } from './workouts.tsx'

/**
 * Creates a week's task for a domain; the address may preselect both, or name a task whose lines
 * are copied to another week.
 */
export function CreateTaskPage() {
  const [params] = useSearchParams()
  const copied = params.get('copy')
  return (
    <Page title="Create Task" isNarrow>
      {copied === null ? (
        <NewTaskForm
          initial={{
            weekNo: params.get('week') ?? '',
            domain: params.get('domain') ?? '',
            ...noLines,
          }}
        />
      ) : (
        <CopiedTask id={copied} />
      )}
    </Page>
  )
}

function CopiedTask({ id }: { id: string }) {
  const query = useApiQuery(getTask, { query: { id } }, { once: true })
  return (
    <LoadedData
      query={{ ...query, data: query.data?.[0]?.tasks[0] }}
      skeleton={<Skeletons count={3} height={120} />}
    >
      {({ domain, personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts }) => (
        <NewTaskForm
          takesFocus
          initial={{
            weekNo: '',
            domain,
            personalDevelopmentWorkout,
            technicalWorkouts,
            miscellaneousWorkouts,
          }}
        />
      )}
    </LoadedData>
  )
}

/** A task's lines before anything is written. */
const noLines = {
  personalDevelopmentWorkout: [''],
  technicalWorkouts: [''],
  miscellaneousWorkouts: [''],
}

type NewTaskValues = Workouts & { weekNo: number | string; domain: string }

type Props = {
  /** What is known already. */
  initial: NewTaskValues
  /** Whether the week gets the focus, which the screen sets before this has loaded. */
  takesFocus?: boolean
}

function NewTaskForm({ initial, takesFocus = false }: Props) {
  const { data: domains } = useApiQuery(listDomains, { query: { state: 'active' } })
  const add = useApiMutation(addTask)
  const [failure, setFailure] = useState<unknown>()
  const { form, submit } = useSchemaForm(NewTask, initial, {
    weekNo: taskRefusals.weekTaken,
    domain: taskRefusals.unknownDomain,
  })

  useUnsaved(form.isDirty())
  const { domain, weekNo } = form.values
  const written = useApiQuery(
    listDomainTasks,
    { query: { domain } },
    { enabled: domain !== '', onlyLogged: true },
  )
  const taken = written.data?.[0]?.tasks.find(({ week }) => week === Number(weekNo))

  const send = submit(async (body) => {
    setFailure(undefined)
    try {
      await add.mutateAsync({ body })
    } catch (error) {
      if (!(error instanceof SessionEndedError)) toastError(addTaskFailedMessage)
      setFailure(error)
      throw error
    }
    toastSuccess(taskAddedMessage)
    // The next task is usually the same domain's next week.
    const next = Number(body.weekNo) + 1
    form.setValues({ ...body, ...noLines, weekNo: next <= lastWeek ? next : '' })
    form.resetDirty()
    form.getInputNode('weekNo')?.focus()
  })

  return (
    <Card withBorder>
      <FormStack gap="lg" onSubmit={send}>
        <NumberInput
          label="Week number"
          id="week-number"
          autoFocus={takesFocus}
          description={taken ? <Taken task={taken} /> : `From ${firstWeek} to ${lastWeek}`}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          maw={240}
          {...form.getInputProps('weekNo')}
        />
        <Select
          label="Domain"
          placeholder="Select a domain"
          description={domains?.length === 0 && <NoDomain />}
          data={domains?.map(({ _id, name }) => ({ value: _id, label: name })) ?? []}
          searchable
          filter={filterOptions}
          allowDeselect={false}
          nothingFoundMessage="No matching domains"
          {...form.getInputProps('domain')}
        />
        <WorkoutFields form={form} />
        <TaskPreview task={form.values} />
        <Button type="submit" loading={form.submitting} style={{ alignSelf: 'flex-start' }}>
          Submit
        </Button>
        {failure !== undefined && (
          <FormError text="The task was not added." error={failure} fields={form.errors} />
        )}
      </FormStack>
    </Card>
  )
}

/** Shown as soon as a week is chosen that has a task already. */
function Taken({ task }: { task: Task }) {
  return (
    <span role="status">
      {taskRefusals.weekTaken.message}.{' '}
      <Anchor component={Link} to={paths.taskDetails(task._id)} inherit>
        Open it
      </Anchor>
    </span>
  )
}

function NoDomain() {
  return (
    <>
      There are no domains yet.{' '}
      <Anchor component={Link} to={paths.addDomain} inherit>
        Add a domain
      </Anchor>
    </>
  )
}
