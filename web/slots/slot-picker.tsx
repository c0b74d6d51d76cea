import { Button, Tabs, Text } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { Slot } from '#contract/kit/slot.ts'
import { findHoliday } from '#contract/kit/time/holidays.ts'
import { addDays } from '#contract/kit/time/zone.ts'
import { bookingHorizonDaysDefault } from '#contract/limits/limits.ts'
import type { SlotWithBookability } from '#contract/slots/slots.ts'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { useHolidays } from '#web/kit/ui/dates/holidays.tsx'
import { CheckIcon } from '#web/kit/ui/icons/icons.tsx'
import { formatSlotRelative } from './format.ts'
import styles from './slot-picker.module.css'

type PickedSlot = Slot & { whyNot?: SlotWithBookability['whyNot'] }

type Props = {
  slots: PickedSlot[]
  /** Today's date in the school's zone (YYYY-MM-DD). */
  today: string
  selected: string | null
  /** Called with the id of the selected slot, or null when it is deselected. */
  select: (slot: string | null) => void
  /** Whether booked slots can be selected; only their owner can, to see the booking. */
  bookedCanBePicked: boolean
  /** Shown under the tab of a day without slots. */
  none?: ReactNode
  /** The content of a fourth tab, 'Later'. */
  later?: ReactNode
}

/** The three days with tabs, with their labels (specification, section 2). */
export function getTabDays(today: string): { date: string; label: string }[] {
  return Array.from({ length: bookingHorizonDaysDefault }, (_, index) => {
    const date = addDays(today, index)
    return { date, label: ['Today', 'Tomorrow'][index] ?? date }
  })
}

/**
 * Slots by day in tabs. The selected one is dark, as are booked ones if they can be selected;
 * otherwise booked ones are struck through. Says why a slot cannot be booked.
 */
export function SlotPicker({
  slots,
  today,
  selected,
  select,
  bookedCanBePicked,
  none = <Text c="dimmed">No slots on this day.</Text>,
  later,
}: Props) {
  const days = getTabDays(today)
  const holidays = useHolidays()
  const noneOn = (date: string) => {
    const holiday = findHoliday(date, holidays)
    return holiday && <Text c="dimmed">School holiday: {holiday.name}.</Text>
  }
  const first = slots.find((slot) => bookedCanBePicked || isFreeSlot(slot))
  const chosen = slots.find(({ _id }) => _id === selected)
  const shownFirst = (chosen ?? first)?.date ?? today
  return (
    // The content of 'Later' is loaded when its tab is opened.
    <Tabs
      defaultValue={days.some(({ date }) => date === shownFirst) ? shownFirst : 'later'}
      onChange={() => select(null)}
      keepMounted={later === undefined}
    >
      <Tabs.List grow>
        {days.map(({ date, label }) => (
          <Tabs.Tab key={date} value={date} className={styles.tab ?? ''}>
            {label}
          </Tabs.Tab>
        ))}
        {later && (
          <Tabs.Tab value="later" className={styles.tab ?? ''}>
            Later
          </Tabs.Tab>
        )}
      </Tabs.List>
      {days.map(({ date }) => (
        <Tabs.Panel key={date} value={date} pt="md">
          <DaySlots
            slots={slots.filter((slot) => slot.date === date)}
            selected={selected}
            select={select}
            bookedCanBePicked={bookedCanBePicked}
            none={noneOn(date) ?? none}
          />
          {first && !bookedCanBePicked && !hasFree(slots, date) && (
            <Text mt={8}>The first free slot is {formatSlotRelative(first, today)}.</Text>
          )}
        </Tabs.Panel>
      ))}
      {later && (
        <Tabs.Panel value="later" pt="md">
          {later}
        </Tabs.Panel>
      )}
    </Tabs>
  )
}

function hasFree(slots: PickedSlot[], date: string): boolean {
  return slots.some((slot) => slot.date === date && isFreeSlot(slot))
}

/** Whether a slot is free and can be booked. */
export function isFreeSlot({ isBooked, whyNot = null }: PickedSlot): boolean {
  return !isBooked && whyNot === null
}

type DayProps = Omit<Props, 'today' | 'later'>

/** The slots of a day as buttons with a roving tabindex. */
export function DaySlots({ slots, selected, select, bookedCanBePicked, none }: DayProps) {
  const isDisabled = (index: number) => {
    const slot = slots[index]
    return !bookedCanBePicked && slot !== undefined && !isFreeSlot(slot)
  }
  const { getItemProps } = useRovingIndex({
    total: slots.length,
    orientation: 'both',
    isItemDisabled: isDisabled,
  })
  if (slots.length === 0) return none
  return (
    <ul className={styles.slots}>
      {slots.map(({ _id, slot_time, isBooked, whyNot }, index) => {
        const isSelected = _id === selected
        return (
          <li key={_id}>
            <Button
              fullWidth
              variant={(bookedCanBePicked && isBooked) || isSelected ? 'filled' : 'default'}
              // Space for the time and 'booked' below it.
              mih={44}
              className={styles.slot ?? ''}
              disabled={isDisabled(index)}
              aria-pressed={isSelected}
              leftSection={isSelected && <CheckIcon />}
              {...getItemProps({ index, onClick: () => select(isSelected ? null : _id) })}
            >
              <span>
                <span className={styles.time}>{localizeTimes(slot_time)}</span>
                {isBooked && <span className={styles.booked}> booked</span>}
                {whyNot && <span className={styles.booked}> {whyNot}</span>}
              </span>
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
