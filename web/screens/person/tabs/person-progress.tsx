import { getProgress } from '#contract/progress/progress.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { ConcernCard, MarksAndTimeline } from '#web/progress/progress-parts.tsx'
import { useIsZoneSettled } from '#web/school/api.ts'

/** A student's reasons for concern, marks and timeline. */
export function PersonProgress({ student }: { student: string }) {
  return (
    <Loaded
      query={useApiQuery(getProgress.admin, { query: { student } })}
      ready={useIsZoneSettled()}
      skeleton={<Skeletons count={2} height={240} />}
    >
      {({ weeks, concern }) => (
        <>
          <ConcernCard concern={concern} />
          <MarksAndTimeline weeks={weeks} viewer="admin" />
        </>
      )}
    </Loaded>
  )
}
