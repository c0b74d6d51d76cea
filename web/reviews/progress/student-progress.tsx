import { Anchor, Card, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import { dateInZone } from '#contract/kit/time/zone.ts'
import { notScheduledLabel } from '#contract/reviews/reviews.ts'
import {
  listStudentReviews,
  type ReviewWithTimeTogether,
} from '#contract/reviews/reviews-of-person.ts'
import { describeTurn } from '#contract/reviews/turn.ts'
import { listStudentsAtRisk } from '#contract/school/at-risk.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { DateText, InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { StateDot } from '#web/kit/ui/states/state-dot.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneSettled, useSchoolZone } from '#web/school/api.ts'
import { PersonLink } from '../display/person-link.tsx'
import { toMarkPoints } from '../home/student/progress/marks-trend.ts'
import { MarksCard } from '../home/student/progress/progress-card.tsx'
import { isOver } from '../timeline/review-phase.ts'
import { formatLastMarks, formatProgress } from './format-progress.ts'

/** The number of reviews loaded, for the marks of a whole course. */
const newest = 100

/** How a student is doing, in one sentence, whom the open review waits for, and the marks so far. */
export function StudentProgress({ student }: { student: string }) {
  const reviews = useApiQuery(listStudentReviews, { query: { student, limit: newest } })
  const atRisk = useApiQuery(listStudentsAtRisk, { query: { student, limit: 1 } })
  const asked = {
    data: reviews.data &&
      atRisk.data && { reviews: reviews.data, reasons: getReasons(atRisk.data) },
    error: reviews.error ?? atRisk.error,
    refetch: () => Promise.all([reviews.refetch(), atRisk.refetch()]),
  }
  return (
    <Loaded
      query={asked}
      ready={useIsZoneSettled()}
      skeleton={<Skeletons count={1} height={240} />}
    >
      {({ reviews, reasons }) => {
        const [present, ...earlier] = reviews
        const points = toMarkPoints(reviews.toReversed())
        return (
          <>
            {present && <Standing present={present} earlier={earlier} reasons={reasons} />}
            {points.length > 0 && <MarksCard points={points} />}
          </>
        )
      }}
    </Loaded>
  )
}

type Reasons = Parameters<typeof formatProgress>[0]['reasons']

function getReasons([student]: { reasons: Reasons }[]): Reasons {
  return student?.reasons ?? []
}

type Props = {
  present: ReviewWithTimeTogether
  earlier: ReviewWithTimeTogether[]
  reasons: Reasons
}

function Standing({ present, earlier, reasons }: Props) {
  const timeZone = useSchoolZone()
  const now = useNow()
  const today = dateInZone(now, timeZone)
  const { _id, week, advisor, reviewer, date, startsAt, turn } = present
  const isUnmarked = startsAt !== null && isOver(present, now)
  const isPaused = turn?.onHold === 'paused'
  const unmarkedSince = isUnmarked ? Date.parse(startsAt) : undefined
  const answer = formatProgress({ present, earlier, reasons, unmarkedSince, today, timeZone })
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
          , since{' '}
          <DateText
            date={dateInZone(Date.parse(turn.since), timeZone)}
            timeZone={timeZone}
            goesOn
          />
        </>
      ),
    }),
    Advisor: advisor ? <PersonLink of="advisor" person={advisor} /> : <AddAdvisor />,
    Reviewer: reviewer ? <PersonLink of="reviewer" person={reviewer} /> : notScheduledLabel,
    Due: isPaused ? (
      'on hold'
    ) : (
      <DateText date={dateInZone(Date.parse(date), timeZone)} timeZone={timeZone} />
    ),
    Slot: startsAt ? <InstantText at={startsAt} timeZone={timeZone} /> : notScheduledLabel,
    'Last marks': formatLastMarks([present, ...earlier]),
  }
  return (
    <Card component="section" withBorder aria-labelledby="standing">
      <Title order={2} mb="md" id="standing">
        {reasons.length > 0 || turn?.onHold === 'blocked' || (isUnmarked && !isPaused) ? (
          <StateDot colour="red">{answer}</StateDot>
        ) : (
          answer
        )}
      </Title>
      <DescriptionList facts={facts} />
    </Card>
  )
}

function AddAdvisor() {
  return (
    <Anchor component={Link} to={paths.addOneOf('advisor')} inherit underline="always">
      None: add an advisor
    </Anchor>
  )
}
