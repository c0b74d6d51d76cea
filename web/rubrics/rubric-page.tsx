import { useParams } from 'react-router'
import { getRubric } from '#contract/rubrics/rubrics.ts'
import { listDomainTasks } from '#contract/tasks/tasks.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { RubricForm } from './edit/rubric-form.tsx'

/** A domain's rubric: the criteria by which its reviews are marked. */
export function RubricPage() {
  const { id = '' } = useParams()
  const course = useApiQuery(listDomainTasks, { query: { domain: id } })
  const query = useApiQuery(getRubric.admin, { query: { domain: id } })
  const domain = course.data?.[0]?.domain
  return (
    <Page
      title={domain?.name}
      eyebrow="Rubric"
      isNarrow
      isNowhere={course.isError && !course.data}
      crumbs={[
        { label: 'Domains', to: paths.domainList },
        ...(domain ? [{ label: 'Weeks', to: paths.weekList(id) }] : []),
      ]}
    >
      <Loaded query={query} skeleton={<Skeletons count={2} height={240} />}>
        {({ criteria }) => <RubricForm domain={id} criteria={criteria} />}
      </Loaded>
    </Page>
  )
}
