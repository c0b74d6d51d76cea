import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { addDays } from '#contract/kit/time/zone.ts'
import { bookingHorizonDaysDefault } from '#contract/limits/limits.ts'
import { publishHorizonDays, slotListDaysMax } from '#contract/limits/slots.ts'
import { listOwnSlotsByDate, type SlotWithBookability } from '#contract/slots/slots.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { DateText } from '#web/kit/ui/dates/instant-text.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { SlotDetails } from './slot-details.tsx'
import { DaySlots } from './slot-picker.tsx'

type Props = {
  /** Today's date in the school's zone (YYYY-MM-DD). */
  today: string
  /** Why a slot cannot be booked now, by id; undefined for slots beyond the bookable days. */
  whyNot: (slot: string) => SlotWithBookability['whyNot'] | undefined
  /** Called when the selected slot was removed, and its button with it. */
  whenRemoved: () => void
}

/** The reviewer's slots after the bookable days, by date, loaded page by page. */
export function LaterSlots({ today, ...props }: Props) {
  const [spans, setSpans] = useState(1)
  const [selected, setSelected] = useState<string | null>(null)
  const firstOf = (span: number) =>
    addDays(today, bookingHorizonDaysDefault + span * slotListDaysMax)
  const isAll = firstOf(spans) > addDays(today, publishHorizonDays)
  return (
    <Stack>
      {Array.from({ length: spans }, (_, span) => (
        <DaysOfSlots
          key={firstOf(span)}
          from={firstOf(span)}
          to={addDays(firstOf(span), slotListDaysMax - 1)}
          {...{ selected, select: setSelected, ...props }}
        />
      ))}
      {!isAll && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setSpans(spans + 1)}
        >
          Show the next {slotListDaysMax} days
        </Button>
      )}
    </Stack>
  )
}

type DaysProps = Omit<Props, 'today'> & {
  from: string
  to: string
  selected: string | null
  select: (slot: string | null) => void
}

function DaysOfSlots({ from, to, selected, select, whyNot, whenRemoved }: DaysProps) {
  const timeZone = useSchoolZone()
  const list = usePaginatedList(listOwnSlotsByDate, { query: { from, to } })
  const day = (date: string) => <DateText date={date} timeZone={timeZone} isMidSentence />
  return (
    <LoadedList
      list={list}
      skeleton={<Skeletons count={3} height={44} />}
      empty={
        <Text c="dimmed">
          No slots from {day(from)} to {day(to)}.
        </Text>
      }
    >
      {(slots) =>
        [...Map.groupBy(slots, ({ date }) => date)].map(([date, onDay]) => {
          const slot = onDay.find(({ _id }) => _id === selected)
          return (
            <Stack key={date} component="section" gap="xs">
              <Title order={3}>{day(date)}</Title>
              <DaySlots slots={onDay} selected={selected} select={select} bookedCanBePicked />
              <div role="status">
                {slot && (
                  <SlotDetails slot={slot} whenRemoved={whenRemoved} whyNot={whyNot(slot._id)} />
                )}
              </div>
            </Stack>
          )
        })
      }
    </LoadedList>
  )
}
