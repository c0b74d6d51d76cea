import { Button, Checkbox, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { getPlan } from '#contract/plan.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { LongList } from '#web/kit/list/long-list.tsx'
import { HeadingSkeleton } from '#web/kit/page/heading-skeleton.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { paths } from '#web/paths.ts'
import { NoReviewsWaiting } from '#web/reviews/booking/no-reviews-waiting.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { BookBar } from './book-bar.tsx'
import { formatPlanHeadline } from './format.ts'
import { PlanLineCard } from './plan-line-card.tsx'
import {
  dropBooked,
  dropRefused,
  type EditablePlanLine,
  getSelectedLines,
  hasUnbookedChanges,
  type LineChange,
  type LineChanges,
  mergeChanges,
  toPlanLines,
} from './plan-lines.ts'

const unchanged: LineChanges = new Map()
const bothUnchanged = { whenDue: unchanged, soonest: unchanged }

/** Proposes a slot for each waiting review; the advisor changes lines and books them all. */
export function PlanPage() {
  const [attempt, setAttempt] = useState(0)
  const [isSoonest, setSoonest] = useState(false)
  const plan = usePlan({ attempt, isSoonest })
  // Each of the two plans keeps its changes while the other one is looked at.
  const [changesByPlan, setChanges] = useState(bothUnchanged)
  const shown = isSoonest ? 'soonest' : 'whenDue'
  const changes = changesByPlan[shown]
  const lines = useMemo(() => toPlanLines(plan.data?.lines ?? [], changes), [plan.data, changes])
  useUnsaved(Object.values(changesByPlan).some(hasUnbookedChanges))

  const change = useCallback(
    (made: LineChanges) =>
      setChanges((before) => ({
        whenDue: dropBooked(before.whenDue, made),
        soonest: dropBooked(before.soonest, made),
        [shown]: mergeChanges(before[shown], made),
      })),
    [shown],
  )

  function planAgain() {
    setAttempt(attempt + 1)
    setChanges(bothUnchanged)
  }

  return (
    <Page
      title="Schedule for me"
      crumbs={[{ label: 'Schedule Reviews', to: paths.reviewSchedule }]}
      answer={
        plan.isPending ? (
          <HeadingSkeleton />
        ) : (
          <>
            {lines.length > 0 && formatPlanHeadline(lines)}
            {plan.data?.stoppedEarly && <Text c="dimmed">Best plan found in 4 seconds.</Text>}
          </>
        )
      }
      action={
        <Button variant="default" loading={plan.isPending} onClick={planAgain}>
          Plan again
        </Button>
      }
    >
      <Checkbox
        label="As soon as possible"
        description="Includes slots earlier than your school usually plans reviews"
        checked={isSoonest}
        onChange={(event) => {
          setSoonest(event.currentTarget.checked)
          setChanges(({ whenDue, soonest }) => ({
            whenDue: dropRefused(whenDue),
            soonest: dropRefused(soonest),
          }))
        }}
        mb="md"
      />
      <LoadedData
        key={`${attempt} ${isSoonest}`}
        query={plan}
        skeleton={<Skeletons count={6} height={78} />}
      >
        {(made) =>
          made.lines.length === 0 ? (
            <NoReviewsWaiting />
          ) : (
            <PlanEditor lines={lines} change={change} />
          )
        }
      </LoadedData>
    </Page>
  )
}

/**
 * A plan for all reviews that wait, and whether the solver ran out of time. It stays the same for
 * as long as the screen is open, and is made anew for another `attempt` or `isSoonest`.
 */
function usePlan({ attempt, isSoonest }: { attempt: number; isSoonest: boolean }) {
  return useQuery({
    queryKey: [getPlan.path, attempt, isSoonest],
    queryFn: async ({ signal }) => {
      const query = isSoonest ? ({ asSoonAsPossible: 'true' } as const) : {}
      const { data: lines, stoppedEarly } = await callApi(getPlan, { query }, { signal })
      return { lines, stoppedEarly }
    },
    staleTime: 'static',
    gcTime: 0,
    meta: { once: true },
  })
}

type Props = {
  lines: EditablePlanLine[]
  change: (made: LineChanges) => void
}

const getKey = ({ review }: EditablePlanLine) => review._id
/** The estimated height of a line, in pixels. */
const lineHeight = 78

/** The lines of the plan, and the button that books the selected ones. */
function PlanEditor({ lines, change }: Props) {
  const timeZone = useSchoolZone()
  const [outcome, setOutcome] = useState<string>()
  const planned = useMemo(() => mapSlotsToStudents(lines), [lines])
  const draw = useCallback(
    (line: EditablePlanLine) => (
      <PlanLineCard
        line={line}
        plannedFor={planned}
        change={(made: LineChange) => {
          if (made.choice || made.isIn !== undefined) setOutcome(undefined)
          change(new Map([[getKey(line), made]]))
        }}
      />
    ),
    [planned, change],
  )
  return (
    <>
      <LongList label="Plan" items={lines} getKey={getKey} height={lineHeight} gap={8}>
        {draw}
      </LongList>
      <ZoneNote timeZone={timeZone} />
      <BookBar
        lines={lines}
        outcome={outcome}
        onBooked={(said, made) => {
          setOutcome(said)
          change(made)
        }}
      />
    </>
  )
}

function mapSlotsToStudents(lines: EditablePlanLine[]): ReadonlyMap<string, string> {
  return new Map(
    getSelectedLines(lines).map(({ review, choice }) => [choice.slot._id, review.student.name]),
  )
}
