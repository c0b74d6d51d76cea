import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { listDomainTasks } from '#contract/tasks.ts'
import { useCall } from '#web/kit/call/query.ts'
import { LinkCards, LinkCardsSkeleton } from '#web/kit/look/link-cards.tsx'
import { Staircase } from '#web/kit/look/staircase.tsx'
import { twoDigits } from '#web/kit/look/week.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, Loaded } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'

/** The weeks of a domain that have a task. */
export function WeekListPage() {
  const { id = '' } = useParams()
  const query = useCall(listDomainTasks, { query: { domain: id } })
  const found = query.data?.[0]
  const createTask = (
    <Button component={Link} to={paths.writeTaskFor(id)}>
      Create Task
    </Button>
  )
  return (
    <Page
      title={found?.domain.name}
      eyebrow="Weeks"
      trail={[{ label: 'Domains', to: paths.domainList }]}
      action={found?.tasks.length ? createTask : null}
    >
      <Loaded query={{ ...query, data: found }} skeleton={<LinkCardsSkeleton />}>
        {({ tasks }) =>
          tasks.length === 0 ? (
            <Empty
              picture={<Staircase />}
              text="No week of this domain has a task yet."
              action={createTask}
            />
          ) : (
            <LinkCards
              label="Weeks"
              links={tasks.map(({ _id, week }) => ({
                to: paths.taskDetails(_id),
                title: `week ${twoDigits(week)}`,
              }))}
            />
          )
        }
      </Loaded>
    </Page>
  )
}
