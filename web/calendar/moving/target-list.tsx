import { Button, Stack, Title } from '@mantine/core'
import { formatTimes } from '#web/kit/ui/dates/clock.ts'
import { formatDay } from '#web/kit/ui/dates/dates.ts'
import { formatWho, type Target } from './targets.ts'

type Props = { targets: Target[]; today: string; moveTo: (target: Target) => void }

/** The free times by day, one under the other, for where there is no room for columns. */
export function TargetList({ targets, today, moveTo }: Props) {
  return [...Map.groupBy(targets, ({ date }) => date)].map(([date, onDay]) => (
    <Stack key={date} component="section" gap="xs" maw={720} aria-labelledby={`free-${date}`}>
      <Title order={3} id={`free-${date}`}>
        {formatDay(date, today)}
      </Title>
      {onDay.map((target) => (
        <Button
          key={target.startsAt}
          variant="default"
          justify="space-between"
          rightSection={formatWho(target)}
          onClick={() => moveTo(target)}
        >
          {formatTimes(target.slot_time)}
        </Button>
      ))}
    </Stack>
  ))
}
