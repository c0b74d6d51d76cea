import { Group, NumberInput, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useId, useMemo, useState } from 'react'
import { AvailabilityBlock } from '#contract/availability/availability.ts'
import { listBusyTimes } from '#contract/availability/private-calendar.ts'
import { addDays, daysPerWeek, getWeekday } from '#contract/kit/time/zone.ts'
import { reviewMinutesMin } from '#contract/limits/availability.ts'
import { minutesPerDay } from '#contract/limits/limits.ts'
import { useWholeList } from '#web/kit/api/hooks.ts'
import { SegmentedField } from '#web/kit/form/fields/segmented-field.tsx'
import { clipToDay } from '#web/kit/ui/dates/clip-to-day.ts'
import { weekdays } from '#web/kit/ui/dates/weekdays.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { makeDefaultBlock, type WeekSpan } from '../blocks.ts'
import { getDayName, getShortDayName } from '../format.ts'
import styles from './week-editor.module.css'
import { WeekGrid } from './week-grid.tsx'

const ReviewTime = AvailabilityBlock.shape.reviewTime
const all = weekdays.map((_, index) => index + 1)

type Props = {
  blocks: AvailabilityBlock[]
  today: string
  change: (blocks: AvailabilityBlock[]) => void
  edit: (block: AvailabilityBlock) => void
}

/** The week grid with its hints and settings; one day at a time on a phone. */
export function WeekEditor({ blocks, today, change, edit }: Props) {
  const isNarrow = useMediaQuery('(max-width: 639px)', undefined, {
    getInitialValueInEffect: false,
  })
  const [day, setDay] = useState(1)
  const [said, say] = useState('')
  const keysId = useId()
  const busy = useBusyWeek(today)
  const byDefault = makeDefaultBlock(today)
  const [typed, setTyped] = useState<number | string>(byDefault.reviewTime)
  const [isTyping, setIsTyping] = useState(false)
  // Falls back to the default while the field is empty or invalid.
  const { data: reviewTime = byDefault.reviewTime, error } = ReviewTime.safeParse(Number(typed))
  const kind = { ...byDefault, reviewTime }

  return (
    <Stack>
      <Group justify="space-between" align="start">
        <Stack gap={4} miw={0} flex="1 1 240px">
          <Title order={2} id="week">
            Your week
          </Title>
          {/* The hint for mouse or touch; the one for the keyboard once it is used. */}
          <Text component="div" c="dimmed" className={styles.help ?? ''}>
            <p className={styles.byPointer}>
              Drag over free times to add them, drag an edge to resize, click twice to edit.
            </p>
            <p className={styles.byFinger}>
              Tap a free time to add an hour, then drag its edges. Tap it again to edit.
            </p>
            <p id={keysId} className={styles.byKeys}>
              Arrows move, Space starts and ends, Shift+arrows change, Enter edits, Delete removes.
            </p>
          </Text>
          <Text role="status" mih={20}>
            {said}
          </Text>
        </Stack>
        <NumberInput
          label="Length of new slots"
          suffix=" minutes"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          min={reviewMinutesMin}
          max={minutesPerDay}
          w={160}
          value={typed}
          onChange={setTyped}
          onFocus={() => setIsTyping(true)}
          onBlur={() => setIsTyping(false)}
          error={!isTyping && error?.issues[0]?.message}
        />
      </Group>
      {isNarrow && (
        <SegmentedField
          fullWidth
          isNarrow
          aria-label="Day"
          value={String(day)}
          onChange={(value) => setDay(Number(value))}
          data={all.map((weekday) => ({
            value: String(weekday),
            label: (
              <>
                <span aria-hidden="true">{getShortDayName(weekday).slice(0, 2)}</span>
                <VisuallyHidden>{getDayName(weekday)}</VisuallyHidden>
              </>
            ),
          }))}
        />
      )}
      <WeekGrid
        days={isNarrow ? [day] : all}
        blocks={blocks}
        busy={busy}
        kind={kind}
        today={today}
        change={change}
        edit={edit}
        say={say}
        helpId={keysId}
      />
      {busy.length > 0 && (
        <Text c="dimmed">
          Hatched: busy in your calendar in the next {daysPerWeek} days. Slots at these times cannot
          be booked.
        </Text>
      )}
    </Stack>
  )
}

/** The busy times of the reviewer's own calendar in the week from today (YYYY-MM-DD) on. */
function useBusyWeek(today: string): WeekSpan[] {
  const timeZone = useSchoolZone()
  const to = addDays(today, daysPerWeek - 1)
  const { data } = useWholeList(listBusyTimes, { query: { from: today, to } })
  return useMemo(() => {
    const dates = Array.from({ length: daysPerWeek }, (_, day) => addDays(today, day))
    return dates.flatMap((date) =>
      (data ?? []).flatMap((busy) => {
        const range = clipToDay(busy, date, timeZone)
        return range ? [{ weekday: getWeekday(date), ...range }] : []
      }),
    )
  }, [data, today, timeZone])
}
