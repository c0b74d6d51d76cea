import { Checkbox, Stack, Text } from '@mantine/core'
import type { OwnSlot } from '#contract/slots/slots.ts'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import styles from './slot-checkboxes.module.css'

type Props = {
  slots: OwnSlot[]
  picked: ReadonlySet<string>
  pick: (picked: ReadonlySet<string>) => void
  /** Whether slots are selected by whole days, as there are many. */
  byDay: boolean
}

/**
 * Checkboxes for slots by day, with one for a whole day and one for all; booked slots say that they
 * stay.
 */
export function SlotCheckboxes({ slots, picked, pick, byDay }: Props) {
  const free = slots.filter(({ isBooked }) => !isBooked)
  if (slots.length === 0) return <Text c="dimmed">No slots on these days.</Text>

  function choose(some: OwnSlot[], isChosen: boolean): void {
    const next = new Set(picked)
    for (const { _id } of some) {
      if (isChosen) next.add(_id)
      else next.delete(_id)
    }
    pick(next)
  }

  return (
    <Stack gap="xs">
      {free.length < slots.length && (
        <Text c="dimmed">Booked slots cannot be removed. Move or cancel their reviews first.</Text>
      )}
      <GroupCheckbox
        label={`All ${free.length} free slots on these days`}
        picked={picked}
        choose={choose}
        slots={free}
      />
      {[...Map.groupBy(byDay ? free : slots, ({ date }) => date)].map(([date, onDay]) =>
        byDay ? (
          <GroupCheckbox
            key={date}
            label={formatShortDate(date)}
            slots={onDay}
            picked={picked}
            choose={choose}
          />
        ) : (
          <DayCheckboxes key={date} date={date} slots={onDay} picked={picked} choose={choose} />
        ),
      )}
    </Stack>
  )
}

type Choosing = {
  slots: OwnSlot[]
  picked: ReadonlySet<string>
  choose: (some: OwnSlot[], isChosen: boolean) => void
}

function DayCheckboxes({ date, slots, picked, choose }: Choosing & { date: string }) {
  const free = slots.filter(({ isBooked }) => !isBooked)
  const day = formatShortDate(date)
  return (
    <fieldset className={styles.day}>
      <legend className={styles.name}>
        <GroupCheckbox label={day} slots={free} picked={picked} choose={choose} />
      </legend>
      <div className={styles.slots}>
        {slots.map((slot) => (
          <SlotCheckbox key={slot._id} slot={slot} picked={picked} choose={choose} />
        ))}
      </div>
    </fieldset>
  )
}

function GroupCheckbox({ label, slots, picked, choose }: Choosing & { label: string }) {
  const chosen = slots.filter(({ _id }) => picked.has(_id)).length
  return (
    <Checkbox
      className={styles.box ?? ''}
      label={label}
      disabled={slots.length === 0}
      checked={slots.length > 0 && chosen === slots.length}
      indeterminate={chosen > 0 && chosen < slots.length}
      onChange={({ currentTarget }) => choose(slots, currentTarget.checked)}
    />
  )
}

type OneProps = Pick<Choosing, 'picked' | 'choose'> & { slot: OwnSlot }

/** A booked slot cannot be selected: it stays until its review has moved. */
function SlotCheckbox({ slot, picked, choose }: OneProps) {
  const { _id, isBooked } = slot
  const time = localizeTimes(slot.slot_time)
  return (
    <Checkbox
      className={styles.box ?? ''}
      label={isBooked ? `${time}, booked` : time}
      disabled={isBooked}
      // The reason has to stay readable.
      {...(isBooked ? { styles: { label: { color: 'var(--mantine-color-dimmed)' } } } : {})}
      checked={!isBooked && picked.has(_id)}
      onChange={({ currentTarget }) => choose([slot], currentTarget.checked)}
    />
  )
}
