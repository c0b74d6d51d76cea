import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Holiday } from '#contract/kit/time/holidays.ts'
import { dateInZone } from '#contract/kit/time/zone.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { useNow } from '#web/kit/live/now.ts'
import { confirmDialog, contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { formatDays } from '#web/kit/ui/dates/holidays.tsx'
import { useSchoolZone } from '../../api.ts'
import { toastHolidays, useChangeHolidays } from './change-holidays.tsx'
import { HolidayBookings } from './holiday-effects.tsx'
import { openHolidayForm } from './holiday-form.tsx'
import { openHolidayListForm } from './holiday-list-form.tsx'

/** The school's holidays, which are saved one by one; those that are over are hidden at first. */
export function HolidaysCard({ holidays }: { holidays: Holiday[] }) {
  const today = dateInZone(useNow(), useSchoolZone())
  const [isOverShown, setOverShown] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const coming = holidays.filter(({ to }) => to >= today)
  const shown = isOverShown ? holidays : coming
  return (
    <SectionCard id="holidays" title="Holidays" titleRef={title}>
      <Text c="dimmed">On these days there are no slots, and no review falls due.</Text>
      {shown.length > 0 && (
        <ul className={styles.list} aria-label="Holidays">
          {shown.map((holiday) => (
            <Row
              key={holiday.from}
              {...{ holiday, holidays, today }}
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
    const isSure = await confirmDialog({
      title: `Remove ${name}?`,
      text: 'Slots are made again from the weekly times. Due dates that have moved stay as they are.',
      confirm: 'Remove',
    })
    if (!isSure) return
    setRemoving(true)
    try {
      await change({ removed: [holiday] })
      toastHolidays({ removed: [holiday] })
      onRemoved()
    } catch (error) {
      setRemoving(false)
      toastServerMessage(error)
    }
  }

  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <Text fw={500} dir="auto">
          {name}
        </Text>
        <Text c="dimmed">{formatDays(holiday, today)}</Text>
      </div>
      <Group gap={8}>
        {holiday.to >= today && (
          <>
            <Button
              variant="default"
              aria-label={`Booked reviews on ${name}`}
              onClick={() =>
                contentDialog(`Booked on ${name}`, () => (
                  <HolidayBookings {...{ holiday, today }} />
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
