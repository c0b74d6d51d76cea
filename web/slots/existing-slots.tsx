import { Card, Stack, Text, Title } from '@mantine/core'
import { listOwnSlotsByDate } from '#contract/slots/slots.ts'
import { useWholeList } from '#web/kit/api/hooks.ts'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { DateText } from '#web/kit/ui/dates/instant-text.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { type ContiguousSlots, groupIntoRanges } from './ranges.ts'

/** A reviewer's own slots on a day (YYYY-MM-DD). */
export function useSlotsOnDay(date: string, enabled = true) {
  return useWholeList(listOwnSlotsByDate, { query: { from: date, to: date } }, { enabled })
}

/** The existing slots of a day (YYYY-MM-DD), shown before more are added. */
export function ExistingSlots({ date }: { date: string }) {
  const timeZone = useSchoolZone()
  const query = useSlotsOnDay(date)
  return (
    <Card component="section" withBorder aria-labelledby="on-day">
      <Stack gap="sm">
        <Title order={2} id="on-day">
          Your slots, <DateText date={date} timeZone={timeZone} isMidSentence />
        </Title>
        <LoadedData query={query} skeleton={<Skeletons count={2} height={24} />}>
          {(slots) =>
            slots.length === 0 ? (
              <Text c="dimmed">No slots on this day yet.</Text>
            ) : (
              <Stack component="ul" gap={8}>
                {groupIntoRanges(slots).map((range) => (
                  <Text component="li" key={range.startsAt}>
                    {formatRange(range, timeZone)}
                  </Text>
                ))}
              </Stack>
            )
          }
        </LoadedData>
      </Stack>
    </Card>
  )
}

/** '9:00 AM to 12:00 PM: 6 slots, 2 booked', '1:00 PM to 1:30 PM: 1 slot, booked'. */
function formatRange({ startsAt, endsAt, slots }: ContiguousSlots, timeZone: string): string {
  const timeOf = (instant: string) => formatTimeAt(Date.parse(instant), timeZone)
  const booked = slots.filter(({ isBooked }) => isBooked).length
  const count = `${slots.length} ${slots.length === 1 ? 'slot' : 'slots'}`
  const taken = booked === slots.length ? ', booked' : `, ${booked} booked`
  return `${timeOf(startsAt)} to ${timeOf(endsAt)}: ${count}${booked > 0 ? taken : ''}`
}
