import { Button, Group, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import {
  getPrivateCalendar,
  type PrivateCalendar,
  readPrivateCalendar,
  removePrivateCalendar,
} from '#contract/availability/private-calendar.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { calendarReadEveryMinutes } from '#contract/limits/availability.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { isCalendarRead } from './is-calendar-read.ts'
import { openPrivateCalendarForm } from './private-calendar-form.tsx'

/** The reviewer's own calendar, whose busy times keep slots from being booked. */
export function PrivateCalendarCard() {
  const query = useApiQuery(getPrivateCalendar)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <SectionCard id="own-calendar" title="Your calendar" titleRef={title}>
      <LoadedData query={query} skeleton={<Skeletons count={1} height={88} />}>
        {({ calendar }) => (
          <>
            {calendar ? (
              <CalendarState calendar={calendar} />
            ) : (
              <Text c="dimmed">
                Slots in the busy times of your calendar cannot be booked. Only the times are
                stored, not the details of events.
              </Text>
            )}
            <Group>
              {calendar && <ReadButton key="read" />}
              {/* One button before and after, so that it keeps the focus. */}
              <Button key="enter" variant="default" onClick={openPrivateCalendarForm}>
                {calendar ? 'Replace' : 'Add your calendar'}
              </Button>
              {calendar && (
                <RemoveButton host={calendar.host} onRemoved={() => title.current?.focus()} />
              )}
            </Group>
          </>
        )}
      </LoadedData>
    </SectionCard>
  )
}

function ReadButton() {
  const { mutateAsync, isPending } = useApiMutation(readPrivateCalendar)
  const read = async () => toastSuccess((await mutateAsync({})).message)
  return (
    <Button
      variant="default"
      onClick={() => read().catch(toastServerErrorMessage)}
      loading={isPending}
    >
      Read now
    </Button>
  )
}

function RemoveButton({ host, onRemoved }: { host: string; onRemoved: () => void }) {
  const { mutateAsync, isPending } = useApiMutation(removePrivateCalendar)
  async function remove(): Promise<void> {
    const text = `Remove your calendar at ${host}? Slots in its busy times can be booked again.`
    const question = { title: 'Remove calendar', text, confirm: 'Yes, remove', isDestructive: true }
    if (!(await openConfirmDialog(question))) return
    toastSuccess((await mutateAsync({})).message)
    onRemoved()
  }
  return (
    <Button
      variant="default"
      onClick={() => remove().catch(toastServerErrorMessage)}
      loading={isPending}
    >
      Remove
    </Button>
  )
}

function CalendarState({ calendar }: { calendar: PrivateCalendar }) {
  const { host, lastFour, bookedInBusyTimes: booked, leftOut } = calendar
  return (
    <Stack gap={4}>
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {host} …{lastFour}
      </Text>
      <div role="status">
        <ReadingState calendar={calendar} />
        {leftOut.map((what) => (
          <Text key={what} c="dimmed">
            {what}.
          </Text>
        ))}
      </div>
      {booked > 0 && (
        <Text>
          {formatCount(booked, 'booked review overlaps', 'booked reviews overlap')} your busy times.
          Bookings stay until you move or cancel them.
        </Text>
      )}
    </Stack>
  )
}

function ReadingState({ calendar }: { calendar: PrivateCalendar }) {
  const { readAt, failing } = calendar
  const timeZone = useSchoolZone()
  const at = (instant: string) => <InstantText at={instant} timeZone={timeZone} isMidSentence />
  if (failing) {
    return (
      <>
        <Text c="var(--state-red-text)">
          Could not be read since {at(failing.since)}: {failing.error}.
        </Text>
        <Text c="dimmed">
          {readAt ? <>Busy times read {at(readAt)} still apply.</> : 'No busy times are known yet.'}
        </Text>
      </>
    )
  }
  if (!readAt || !isCalendarRead(calendar)) return <Text c="dimmed">Reading…</Text>
  return (
    <Text c="dimmed">
      Last read {at(readAt)}, every {calendarReadEveryMinutes} minutes.
    </Text>
  )
}
