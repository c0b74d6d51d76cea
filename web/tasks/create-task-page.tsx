import { useSearchParams } from 'react-router'
import { getTask } from '#contract/tasks/tasks.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { NewTaskForm, noLines } from './new-task-form.tsx'

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
    <Loaded
      query={{ ...query, data: query.data?.[0]?.tasks[0] }}
      skeleton={<Skeletons count={3} height={120} />}
    >
      {({ domain, personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts }) => (
        <NewTaskForm
          takesFocus
          initial={{
            ...{ weekNo: '', domain },
            ...{ personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts },
          }}
        />
      )}
    </Loaded>
  )
}
