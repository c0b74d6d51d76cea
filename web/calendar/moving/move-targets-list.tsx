import { Button, Stack, Title } from '@mantine/core'
import { formatTimes } from '#web/kit/ui/dates/clock.ts'
import { formatDay } from '#web/kit/ui/dates/dates.ts'
import { MovingBar } from './moving-bar.tsx'
import { formatTargetReviewers, type MoveTarget } from './targets.ts'
import type { Moving } from './use-moving.ts'

/** The free times for the review being moved, as a list by day for narrow screens. */
export function MoveTargetsList({ moving, today }: { moving: Moving; today: string }) {
  const toHeading = () => document.querySelector('h1')?.focus()
  async function moveTo(target: MoveTarget) {
    if (await moving.moveTo(target)) toHeading()
  }
  function cancel() {
    moving.end()
    toHeading()
  }
  return (
    <>
      {[...Map.groupBy(moving.targets ?? [], ({ date }) => date)].map(([date, onDay]) => (
        <Stack key={date} component="section" gap="xs" maw={720} aria-labelledby={`free-${date}`}>
          <Title order={3} id={`free-${date}`}>
            {formatDay(date, today)}
          </Title>
          {onDay.map((target) => (
            <Button
              key={target.startsAt}
              variant="default"
              justify="space-between"
              rightSection={formatTargetReviewers(target)}
              onClick={() => moveTo(target)}
            >
              {formatTimes(target.slot_time)}
            </Button>
          ))}
        </Stack>
      ))}
      <MovingBar moving={moving} cancel={cancel} />
    </>
  )
}
