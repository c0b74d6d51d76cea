import { Button, Checkbox, Text } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { Page } from '#web/kit/page/page.tsx'
import { PendingHeadline } from '#web/kit/page/pending-headline.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { NobodyWaits } from '#web/reviews/booking/nobody-waits.tsx'
import { usePlan } from './api.ts'
import { getHeadline } from './format.ts'
import { PlanEditor } from './plan-editor.tsx'
import { type LineChanges, mergeChanges, toPlanLines } from './plan-lines.ts'

const unchanged: LineChanges = new Map()

/** Proposes a slot for each waiting review; the advisor changes lines and books them all. */
export function PlanPage() {
  const [attempt, setAttempt] = useState(0)
  const [isSoonest, setSoonest] = useState(false)
  const plan = usePlan({ attempt, isSoonest })
  const [changes, setChanges] = useState(unchanged)
  const lines = useMemo(() => toPlanLines(plan.data?.lines ?? [], changes), [plan.data, changes])

  const change = useCallback(
    (made: LineChanges) => setChanges((before) => mergeChanges(before, made)),
    [],
  )

  function planAgain() {
    setAttempt(attempt + 1)
    setChanges(unchanged)
  }

  return (
    <Page
      title="Schedule for me"
      crumbs={[{ label: 'Schedule Reviews', to: paths.reviewSchedule }]}
      answer={
        plan.isPending ? (
          <PendingHeadline />
        ) : (
          <>
            {lines.length > 0 && getHeadline(lines)}
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
          setChanges(unchanged)
        }}
        mb="md"
      />
      <Loaded
        key={`${attempt} ${isSoonest}`}
        query={plan}
        skeleton={<Skeletons count={6} height={78} />}
      >
        {(made) =>
          made.lines.length === 0 ? <NobodyWaits /> : <PlanEditor lines={lines} change={change} />
        }
      </Loaded>
    </Page>
  )
}
