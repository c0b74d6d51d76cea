import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { Concern } from '#contract/progress/concern.ts'
import { getProgress, type ProgressReview } from '#contract/progress/progress.ts'
import { listStudentReviews, type ReviewWithAttendance } from '#contract/reviews/person-reviews.ts'
import { notScheduledLabel } from '#contract/reviews/reviews.ts'
import { describeTurn } from '#contract/reviews/turn.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { DateText, InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { StateDot } from '#web/kit/ui/states/state-dot.tsx'
import { paths } from '#web/paths.ts'
import { PersonLink } from '#web/reviews/display/person-link.tsx'
import { isOver } from '#web/reviews/timeline/review-phase.ts'
import { useIsZoneFetched, useSchoolZone } from '#web/school/api.ts'
import { formatLastMarks, summarizeProgress } from './format-progress.ts'
import { Marks } from './marks-and-concerns.tsx'

/**
 * How a student is doing, in one sentence, whom the open review waits for, and the marks so far.
 */
export function StudentProgressSummary({ student }: { student: string }) {
  const reviews = useApiQuery(listStudentReviews, { query: { student, limit: 1 } })
  const progress = useApiQuery(getProgress.admin, { query: { student } })
  const asked = {
    data: reviews.data && progress.data && { reviews: reviews.data, ...progress.data },
    error: reviews.error ?? progress.error,
    refetch: () => Promise.all([reviews.refetch(), progress.refetch()]),
  }
  return (
    <LoadedData
      query={asked}
      ready={useIsZoneFetched()}
      skeleton={<Skeletons count={1} height={240} />}
    >
      {({ reviews: [present], weeks, concern }) => (
        <>
          {present && <Standing present={present} weeks={weeks} concern={concern} />}
          <Marks weeks={weeks} viewer="admin" />
        </>
      )}
    </LoadedData>
  )
}

type Props = { present: ReviewWithAttendance; weeks: ProgressReview[]; concern: Concern[] }

function Standing({ present, weeks, concern }: Props) {
  const timeZone = useSchoolZone()
  const now = useNow()
  const { _id, week, advisor, reviewer, date, startsAt, turn } = present
  const isUnmarked = startsAt !== null && isOver(present, now)
  const isPaused = turn?.onHold === 'paused'
  const unmarkedSince = isUnmarked ? Date.parse(startsAt) : undefined
  const answer = summarizeProgress({ present, concern, unmarkedSince, now, timeZone })
  const facts: Record<string, ReactNode> = {
    [turn ? 'Open review' : 'Last review']: (
      <Anchor component={Link} to={paths.reviewDetails('admin', _id)} inherit underline="always">
        Week {formatWeekNumber(week)}
      </Anchor>
    ),
    ...(turn && {
      'Next step': (
        <>
          {describeTurn(
            turn,
            (turn.who === 'reviewer' ? reviewer : advisor)?.name ?? null,
            'admin',
          )}
          {turn.step !== 'wait' && (
            <>
              , since{' '}
              <DateText
                date={getDateInZone(Date.parse(turn.since), timeZone)}
                timeZone={timeZone}
                isMidSentence
              />
            </>
          )}
        </>
      ),
    }),
    Advisor: advisor ? <PersonLink of="advisor" person={advisor} /> : <AddAdvisor />,
    Reviewer: reviewer ? <PersonLink of="reviewer" person={reviewer} /> : notScheduledLabel,
    Due: isPaused ? (
      'on hold'
    ) : (
      <DateText date={getDateInZone(Date.parse(date), timeZone)} timeZone={timeZone} />
    ),
    Slot: startsAt ? <InstantText at={startsAt} timeZone={timeZone} /> : notScheduledLabel,
    'Last marks': formatLastMarks(weeks),
  }
  const isBad = concern.length > 0 || turn?.onHold === 'blocked' || (isUnmarked && !isPaused)
  return (
    <SectionCard id="standing" title={isBad ? <StateDot colour="red">{answer}</StateDot> : answer}>
      <DescriptionList facts={facts} />
    </SectionCard>
  )
}

function AddAdvisor() {
  return (
    <Anchor component={Link} to={paths.addOneOf('advisor')} inherit underline="always">
      None: add an advisor
    </Anchor>
  )
}
