import { ActionIcon, Card, Group, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { findHoliday } from '#contract/kit/time/holidays.ts'
import { DayNumber, Weekday } from '#web/kit/ui/dates/calendar-day-labels.tsx'
import { formatMonthYear } from '#web/kit/ui/dates/dates.ts'
import { formatDateRange, listUpcomingHolidays, useHolidays } from '#web/kit/ui/dates/holidays.tsx'
import {
  getFirstOfMonth,
  getNextMonth,
  getPreviousMonth,
  listWeeksOfMonth,
} from '#web/kit/ui/dates/month-weeks.ts'
import { weekdays } from '#web/kit/ui/dates/weekdays.ts'
import { LeftIcon, RightIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from './month-calendar.module.css'

type Props = {
  today: string
  /** The marked dates (YYYY-MM-DD), each with a word or two. */
  marks: Record<string, string>
}

/** A month with today, marked dates and holidays, and buttons for the previous and next month. */
export function MonthCalendar({ today, marks }: Props) {
  const [month, setMonth] = useState(getFirstOfMonth(today))
  const holidays = useHolidays()
  const upcoming = listUpcomingHolidays(holidays, today)
  const named = holidays.filter(
    (one) => upcoming.includes(one) || (one.to >= month && one.from < getNextMonth(month)),
  )
  const marked = Object.entries(marks)
    .filter(([date]) => getFirstOfMonth(date) === month)
    .sort()
  return (
    <Card component="section" withBorder aria-label="Calendar">
      <Group justify="space-between" mb="xs">
        <ActionIcon aria-label="Previous month" onClick={() => setMonth(getPreviousMonth(month))}>
          <LeftIcon />
        </ActionIcon>
        <Text fw={600} aria-live="polite">
          {formatMonthYear(month)}
        </Text>
        <ActionIcon aria-label="Next month" onClick={() => setMonth(getNextMonth(month))}>
          <RightIcon />
        </ActionIcon>
      </Group>
      <table className={styles.month} aria-label={formatMonthYear(month)}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <Weekday name={name.slice(0, 2)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listWeeksOfMonth(month).map((week) => (
            <tr key={week.join()}>
              {week.map((date, index) => (
                <td key={date ?? index}>
                  {date && (
                    <Day
                      date={date}
                      isToday={date === today}
                      mark={marks[date]}
                      holiday={findHoliday(date, holidays)?.name}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {marked.length + named.length > 0 && (
        <Group component="ul" gap="4px 16px" mt={8} fz={14} align="stretch">
          {marked.map(([date, mark]) => (
            <li key={date}>
              <span className={styles.swatch} data-marked={mark} aria-hidden="true" />
              {mark}
            </li>
          ))}
          {named.map((holiday) => (
            <li key={holiday.from}>
              <span className={styles.swatch} data-holiday aria-hidden="true" />
              <bdi>{holiday.name}</bdi>, {formatDateRange(holiday, today)}
            </li>
          ))}
        </Group>
      )}
    </Card>
  )
}

function Day({
  date,
  isToday,
  mark,
  holiday,
}: {
  date: string
  isToday: boolean
  mark: string | undefined
  holiday: string | undefined
}) {
  const words = [isToday && 'today', mark, holiday].filter(Boolean)
  return (
    <time
      dateTime={date}
      className={styles.day}
      aria-current={isToday ? 'date' : undefined}
      data-marked={mark}
      data-holiday={holiday !== undefined || undefined}
    >
      <DayNumber date={date} />
      {words.length > 0 && <VisuallyHidden> {words.join(', ')}</VisuallyHidden>}
    </time>
  )
}
