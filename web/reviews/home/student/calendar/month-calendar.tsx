import { ActionIcon, Card, Group, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { formatMonthYear } from '#web/kit/ui/dates/dates.ts'
import { DayNumber, Weekday } from '#web/kit/ui/dates/day-name.tsx'
import {
  firstOfMonth,
  monthAfter,
  monthBefore,
  weeksOfMonth,
} from '#web/kit/ui/dates/month-weeks.ts'
import { weekdays } from '#web/kit/ui/dates/weekdays.ts'
import { LeftIcon, RightIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from './month-calendar.module.css'

type Props = {
  today: string
  /** The marked dates (YYYY-MM-DD), each with a word or two. */
  marks: Record<string, string>
}

/** A month with today and marked dates, and buttons for the previous and next month. */
export function MonthCalendar({ today, marks }: Props) {
  const [month, setMonth] = useState(firstOfMonth(today))
  const marked = Object.entries(marks)
    .filter(([date]) => firstOfMonth(date) === month)
    .sort()
  return (
    <Card component="section" withBorder aria-label="Calendar">
      <Group justify="space-between" mb="xs">
        <ActionIcon aria-label="Previous month" onClick={() => setMonth(monthBefore(month))}>
          <LeftIcon />
        </ActionIcon>
        <Text fw={600} aria-live="polite">
          {formatMonthYear(month)}
        </Text>
        <ActionIcon aria-label="Next month" onClick={() => setMonth(monthAfter(month))}>
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
          {weeksOfMonth(month).map((week) => (
            <tr key={week.join()}>
              {week.map((date, index) => (
                <td key={date ?? index}>
                  {date && <Day date={date} isToday={date === today} mark={marks[date]} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {marked.length > 0 && (
        <ul className={styles.legend}>
          {marked.map(([date, mark]) => (
            <li key={date}>
              <span className={styles.swatch} data-marked={mark} aria-hidden="true" />
              {mark}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Day({
  date,
  isToday,
  mark,
}: {
  date: string
  isToday: boolean
  mark: string | undefined
}) {
  return (
    <time
      dateTime={date}
      className={styles.day}
      aria-current={isToday ? 'date' : undefined}
      data-marked={mark}
    >
      <DayNumber date={date} />
      {(isToday || mark) && (
        <VisuallyHidden> {[isToday && 'today', mark].filter(Boolean).join(', ')}</VisuallyHidden>
      )}
    </time>
  )
}
