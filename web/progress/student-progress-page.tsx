import { Text } from '@mantine/core'
import { useParams } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getProgress } from '#contract/progress/progress.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneFetched } from '#web/school/api.ts'
import { ConcernCard, MarksAndTimeline } from './marks-and-concerns.tsx'

/** The progress of one of the advisor's students, with the reasons for concern first. */
export function StudentProgressPage() {
  const { id: student = '' } = useParams()
  const query = useApiQuery(getProgress.advisor, { query: { student } })
  return (
    <Page
      title={query.data?.student.name}
      eyebrow="Progress"
      isNotFound={query.isError && !query.data}
      crumbs={[{ label: 'Board', to: paths.board }]}
    >
      <LoadedData
        query={query}
        ready={useIsZoneFetched()}
        skeleton={<Skeletons height={200} count={3} />}
      >
        {({ student: { week, domain }, weeks, concern }) => (
          <>
            <Text c="dimmed">
              {[`Week ${formatWeekNumber(week)}`, domain?.name].filter(Boolean).join(', ')}
            </Text>
            <ConcernCard concern={concern} />
            <MarksAndTimeline weeks={weeks} viewer="advisor" />
          </>
        )}
      </LoadedData>
    </Page>
  )
}
