import { Button, Checkbox, Group, Select, Text } from '@mantine/core'
import { z } from 'zod'
import { type Absence, listAbsences } from '#contract/availability/absences.ts'
import type { EndpointReply } from '#contract/kit/endpoint.ts'
import type { Holiday } from '#contract/kit/time/holidays.ts'
import { addDays, daysPerWeek, getMonday } from '#contract/kit/time/zone.ts'
import { clonedWeeksMax } from '#contract/limits/slots.ts'
import { cloneWeek } from '#contract/slots/remove-and-clone-slots.ts'
import { useApiMutation, useWholeList } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { useHolidays } from '#web/kit/ui/dates/holidays.tsx'
import styles from './slot-checkboxes.module.css'

/** The number of weeks, from the current one, that can be copied. */
const weeksToCopy = 8

/** Opens the form that copies a week's slots to other weeks. */
export function openCopyWeekDialog(today: string): void {
  openContentDialog('Copy a week', (close) => <CopyWeek today={today} close={close} />)
}

type SkippedCounts = EndpointReply<typeof cloneWeek>['leftOutFor']

const CopyWeekForm = z.object({ from: z.string(), to: z.array(z.string()).min(1, 'Choose a week') })

function CopyWeek({ today, close }: { today: string; close: () => void }) {
  const clone = useApiMutation(cloneWeek)
  const monday = getMonday(today)
  const { form, submit } = useSchemaForm(CopyWeekForm, { from: monday, to: [] as string[] })
  const { from } = form.values
  const { data: absences = [] } = useWholeList(listAbsences)
  const holidays = useHolidays()

  const send = submit(async (value) => {
    const { message, leftOutFor } = await clone.mutateAsync({ body: { value } })
    toastSuccess(message, formatSkipped(leftOutFor))
    close()
  }, toastServerErrorMessage)

  return (
    <FormStack onSubmit={send}>
      <Select
        label="Week"
        allowDeselect={false}
        {...autoFocusProps}
        data={listWeeks(monday, weeksToCopy)}
        {...form.getInputProps('from')}
        onChange={(week) => form.setValues({ from: week ?? monday, to: [] })}
      />
      <Checkbox.Group label="Copy to" {...form.getInputProps('to')}>
        {listWeeks(addDays(from, 7), clonedWeeksMax).map(({ value, label }) => (
          <Checkbox
            key={value}
            value={value}
            label={label}
            description={formatOffInWeek({ absences, holidays }, value)}
            className={styles.box ?? ''}
          />
        ))}
      </Checkbox.Group>
      <Text c="dimmed">
        Slots are added on the same days at the same times. Slots that overlap others, exceed your
        booking limits or fall on a holiday or a day you are away are skipped.
      </Text>
      <Group>
        <Button type="submit" loading={clone.isPending}>
          Copy
        </Button>
      </Group>
    </FormStack>
  )
}

/** Weeks from a Monday on, as options: 'Mon 23 Nov to Sun 29 Nov'. */
function listWeeks(monday: string, count: number) {
  return Array.from({ length: count }, (_, week) => {
    const value = addDays(monday, 7 * week)
    return { value, label: `${formatShortDate(value)} to ${formatShortDate(addDays(value, 6))}` }
  })
}

type DaysOff = { absences: Absence[]; holidays: readonly Holiday[] }

/**
 * 'Away Tue 1 Dec to Thu 3 Dec, Carnival Fri 4 Dec', for absences and holidays in the week of a
 * Monday; undefined if there are none.
 */
function formatOffInWeek({ absences, holidays }: DaysOff, monday: string): string | undefined {
  // They are sorted last first.
  const away = formatSpansInWeek(absences.toReversed(), monday).join(', ')
  const off = [
    ...(away ? [`Away ${away}`] : []),
    ...holidays.flatMap((holiday) =>
      formatSpansInWeek([holiday], monday).map((days) => `${holiday.name} ${days}`),
    ),
  ]
  return off.length > 0 ? off.join(', ') : undefined
}

type Days = { from: string; to: string }

/** The parts of these ranges of dates that lie in the week of a Monday. */
function formatSpansInWeek(ranges: Days[], monday: string): string[] {
  const sunday = addDays(monday, daysPerWeek - 1)
  return ranges
    .filter(({ from, to }) => from <= sunday && to >= monday)
    .map(({ from, to }) => [from < monday ? monday : from, to > sunday ? sunday : to] as const)
    .map(([first, last]) =>
      first === last
        ? formatShortDate(first)
        : `${formatShortDate(first)} to ${formatShortDate(last)}`,
    )
}

/** 'Skipped: 2 too close to another slot, 1 over your daily limit.' */
function formatSkipped({ noFit, buffer, mostADay, away }: SkippedCounts): string | undefined {
  const parts = [
    ...(noFit > 0 ? [`${noFit} that did not fit`] : []),
    ...(buffer > 0 ? [`${buffer} too close to another slot`] : []),
    ...(mostADay > 0 ? [`${mostADay} over your daily limit`] : []),
    ...(away > 0 ? [`${away} on holidays or while you are away`] : []),
  ]
  return parts.length > 0 ? `Skipped: ${parts.join(', ')}.` : undefined
}
