import { Stack, Text, Title } from '@mantine/core'
import type { SlotWithBookability } from '#contract/slots/slots.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { DaySlots } from '#web/slots/slot-picker.tsx'

type Props = {
  slots: SlotWithBookability[]
  selected: string | null
  select: (slot: string | null) => void
}

/** A reviewer's slots after the three days that have tabs, by date. */
export function LaterDays({ slots, selected, select }: Props) {
  if (slots.length === 0) return <Text c="dimmed">No slots on later days.</Text>
  return (
    <Stack>
      {[...Map.groupBy(slots, ({ date }) => date)].map(([date, onDay]) => (
        <Stack key={date} component="section" gap="xs">
          <Title order={3}>{formatShortDate(date)}</Title>
          <DaySlots
            slots={onDay}
            selected={selected}
            select={select}
            bookedCanBePicked={false}
            none={null}
          />
        </Stack>
      ))}
    </Stack>
  )
}
