import { Anchor, Card, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dateInZone } from '#contract/kit/time/zone.ts'
import {
  listStudentReviews,
  type ReviewWithTimeTogether,
} from '#contract/reviews/reviews-of-person.ts'
import { notScheduledLabel } from '#contract/reviews.ts'
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
import { isOver } from '../timeline/review-phase.ts'
import { formatLastMarks, formatProgress } from './format-progress.ts'

/** The number of reviews loaded; students rarely repeat a week more often. */
const newest = 10

/** How a student is doing, in one sentence, and the people responsible. */
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
      {({ reviews: [present, ...earlier], reasons }) =>
        present && <Standing present={present} earlier={earlier} reasons={reasons} />
      }
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
  const { advisor, reviewer, date, startsAt } = present
  const isUnmarked = startsAt !== null && isOver(present, now)
  const isPaused = present.turn?.onHold === 'paused'
  const unmarkedSince = isUnmarked ? Date.parse(startsAt) : undefined
  const answer = formatProgress({ present, earlier, reasons, unmarkedSince, today, timeZone })
  const facts: Record<string, ReactNode> = {
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
        {reasons.length > 0 || present.turn?.onHold === 'blocked' || (isUnmarked && !isPaused) ? (
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
