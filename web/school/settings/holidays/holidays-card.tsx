import { Button, Group, Text, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { z } from 'zod'
import type { Holiday } from '#contract/kit/time/holidays.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { makeHolidayLinesSchema } from '#contract/school/holiday-lines.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { useNow } from '#web/kit/live/now.ts'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import {
  autoFocusProps,
  openConfirmDialog,
  openContentDialog,
} from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { formatDateRange } from '#web/kit/ui/dates/holidays.tsx'
import { useSchoolZone } from '../../api.ts'
import { showHolidayChangeToast, useChangeHolidays } from './change-holidays.tsx'
import { HolidayBookings } from './holiday-effects.tsx'
import { openHolidayForm } from './holiday-form.tsx'

/** The school's holidays, which are saved one by one; those that are over are hidden at first. */
export function HolidaysCard({ holidays }: { holidays: Holiday[] }) {
  const today = getDateInZone(useNow(), useSchoolZone())
  const [isOverShown, setOverShown] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const coming = holidays.filter(({ to }) => to >= today)
  const shown = isOverShown ? holidays : coming
  return (
    <SectionCard id="holidays" title="Holidays" titleRef={title}>
      <Text c="dimmed">On these days there are no slots, and no review falls due.</Text>
      {shown.length > 0 && (
        <ul aria-label="Holidays">
          {shown.map((holiday) => (
            <Row
              key={holiday.from}
              holiday={holiday}
              holidays={holidays}
              today={today}
              onRemoved={() => title.current?.focus()}
            />
          ))}
        </ul>
      )}
      <Group>
        <Button variant="default" onClick={() => openHolidayForm({ holidays, today })}>
          Add holiday
        </Button>
        <Button variant="default" onClick={() => openHolidayListForm(holidays)}>
          Add several
        </Button>
        {coming.length < holidays.length && !isOverShown && (
          <Button variant="subtle" onClick={() => setOverShown(true)}>
            Show past ones
          </Button>
        )}
      </Group>
    </SectionCard>
  )
}

type RowProps = {
  holiday: Holiday
  holidays: Holiday[]
  today: string
  /** Moves the focus, as the pressed button is removed with its holiday. */
  onRemoved: () => void
}

function Row({ holiday, holidays, today, onRemoved }: RowProps) {
  const change = useChangeHolidays()
  const [isRemoving, setRemoving] = useState(false)
  const { name } = holiday

  async function remove() {
    const isSure = await openConfirmDialog({
      title: `Remove ${name}?`,
      text: 'Slots are recreated from the weekly availability. Due dates that have moved stay as they are.',
      confirm: 'Remove',
    })
    if (!isSure) return
    setRemoving(true)
    try {
      await change({ removed: [holiday] })
      showHolidayChangeToast({ removed: [holiday] })
      onRemoved()
    } catch (error) {
      setRemoving(false)
      toastServerErrorMessage(error)
    }
  }

  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <Text fw={500} dir="auto">
          {name}
        </Text>
        <Text c="dimmed">{formatDateRange(holiday, today)}</Text>
      </div>
      <Group gap={8}>
        {holiday.to >= today && (
          <>
            <Button
              variant="default"
              aria-label={`Booked reviews on ${name}`}
              onClick={() =>
                openContentDialog(`Booked on ${name}`, () => (
                  <HolidayBookings holiday={holiday} today={today} />
                ))
              }
            >
              Booked
            </Button>
            <Button
              variant="default"
              aria-label={`Change ${name}`}
              onClick={() => openHolidayForm({ holidays, today, holiday })}
            >
              Change
            </Button>
          </>
        )}
        <Button
          variant="default"
          aria-label={`Remove ${name}`}
          loading={isRemoving}
          onClick={remove}
        >
          Remove
        </Button>
      </Group>
    </li>
  )
}

/** Opens the form in which several holidays are added to others. */
function openHolidayListForm(holidays: Holiday[]): void {
  openContentDialog('Add several holidays', (close) => (
    <HolidayListForm holidays={holidays} close={close} />
  ))
}

function HolidayListForm({ holidays, close }: { holidays: Holiday[]; close: () => void }) {
  const change = useChangeHolidays()
  const Typed = z.object({ list: makeHolidayLinesSchema(holidays) })
  const { form, submit } = useSchemaForm(Typed, { list: '' })

  const add = submit(async (values) => {
    const { list } = Typed.parse(values)
    await change({ added: list })
    showHolidayChangeToast({ added: list })
    close()
  }, toastServerErrorMessage)

  return (
    <DialogForm onSubmit={add} close={close} label="Add" busy={form.submitting}>
      <Textarea
        label="List of holidays"
        description="One per line: first day, last day, name. Open reviews due on these days move to the next school day, and booked ones keep their slots."
        placeholder={'2026-12-24 2027-01-06 Winter break\n2027-05-01 Labour Day'}
        autosize
        minRows={6}
        maxRows={16}
        autoComplete="off"
        styles={{ error: { whiteSpace: 'pre-line' } }}
        {...autoFocusProps}
        {...form.getInputProps('list')}
      />
    </DialogForm>
  )
}
