import { Button, Card } from '@mantine/core'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import { editTask, getTask } from '#contract/tasks/tasks.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { useDisclosureFocus } from '#web/kit/page/focus/focus.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { EditTaskForm } from './edit-task-form.tsx'
import { useTaskMenu } from './menu/use-task-menu.tsx'
import { OtherWeeks } from './other-weeks.tsx'
import styles from './task-details-page.module.css'
import { WorkoutLists } from './workouts.tsx'

const nowhere = () => null

/** A week's task; the toggle turns it into a form, and a second click saves it. */
export function TaskDetailsPage() {
  const { id = '' } = useParams()
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
      isNowhere={query.isError && !query.data}
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
      <Loaded query={{ ...query, data: task }} skeleton={<Skeletons count={3} height={120} />}>
        {(task) => (
          <Card withBorder>
            {editing ? (
              <EditTaskForm form={form} task={task} edit={edit} close={() => setEditing(false)} />
            ) : (
              <WorkoutLists task={task} order={2} />
            )}
          </Card>
        )}
      </Loaded>
    </Page>
  )
}
