import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { getProgress } from '#contract/progress/progress.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { HeadingSkeleton } from '#web/kit/page/heading-skeleton.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { Staircase } from '#web/kit/ui/drawings/staircase.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneFetched } from '#web/school/api.ts'
import { formatCoursePosition, getEncouragement, hasBegun } from './format-review.ts'
import { MarksAndTimeline } from './marks-and-concerns.tsx'

const notBegun =
  'Your progress appears here after your first review. Until then, work through this week’s tasks.'

/** A student's course so far: marks and a timeline. */
export function OwnProgressPage() {
  const query = useApiQuery(getProgress.student)
  const { data } = query
  return (
    <Page
      title="Progress"
      answer={data ? formatCoursePosition(data.weeks) : query.isPending && <HeadingSkeleton />}
      isSentence
    >
      <LoadedData
        query={query}
        ready={useIsZoneFetched()}
        skeleton={<Skeletons height={240} count={2} />}
      >
        {({ weeks }) =>
          hasBegun(weeks) ? (
            <>
              <Text c="dimmed">{getEncouragement(weeks)}</Text>
              <MarksAndTimeline weeks={weeks} viewer="student" />
            </>
          ) : (
            <EmptyState
              picture={<Staircase />}
              text={notBegun}
              action={
                <Button component={Link} to={paths.weeklyTask}>
                  Open the weekly task
                </Button>
              }
            />
          )
        }
      </LoadedData>
    </Page>
  )
}
