import { ActionIcon, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { addDays } from '#contract/kit/time/zone.ts'
import { SegmentedField } from '#web/kit/form/fields/segmented-field.tsx'
import type { MenuEntry } from '#web/kit/page/header/page-menu-list.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { formatShortDate, formatZoneName } from '#web/kit/ui/dates/dates.ts'
import { UpcomingHolidays } from '#web/kit/ui/dates/holidays.tsx'
import { LeftIcon, RightIcon } from '#web/kit/ui/icons/icons.tsx'
import { useBookingHorizonDays } from '#web/school/api.ts'
import styles from './calendar-frame.module.css'
import { SubscribeButton } from './subscribe/lazy-subscribe.tsx'
import type { CalendarViewState } from './use-calendar-view.ts'
import { formatViewTitle, stepDate, type View, views } from './view-dates.ts'

type Props = {
  shown: CalendarViewState
  /** A further filter, such as the reviewer. */
  filter?: ReactNode
  action?: ReactNode
  menu?: MenuEntry[]
  /** Called when a drag hovers over the next (1) or previous (-1) button. */
  onDragOver?: ((by: 1 | -1) => void) | undefined
  children: ReactNode
}

const labels: Record<View, string> = { day: 'Day', week: 'Week', month: 'Month' }

/** The calendar's header: title, previous and next buttons, view switch. */
export function CalendarFrame({ shown, filter, action, menu, onDragOver, children }: Props) {
  const { view, date, today, timeZone, show } = shown
  const lastShown = shown.span.to
  const bookableDays = useBookingHorizonDays()
  const lastBookable = addDays(today, bookableDays - 1)
  const go = (by: 1 | -1) => show({ date: stepDate(view, date, by) })
  return (
    <Page title="Calendar" action={action} menu={menu}>
      <div className={styles.bar}>
        <div className={styles.steps}>
          <ActionIcon
            variant="default"
            className={styles.back ?? ''}
            aria-label={`Previous ${view}`}
            onClick={() => go(-1)}
            onDragEnter={() => onDragOver?.(-1)}
          >
            <LeftIcon />
          </ActionIcon>
          <Button
            variant="default"
            className={styles.today ?? ''}
            onClick={() => show({ date: '' })}
          >
            Today
          </Button>
          <ActionIcon
            variant="default"
            className={styles.on ?? ''}
            aria-label={`Next ${view}`}
            onClick={() => go(1)}
            onDragEnter={() => onDragOver?.(1)}
          >
            <RightIcon />
          </ActionIcon>
        </div>
        <h2 className={styles.span} aria-live="polite">
          {formatViewTitle(view, date)}
        </h2>
        {filter && <div className={styles.filter}>{filter}</div>}
        <SegmentedField<View>
          aria-label="Show"
          className={styles.views ?? ''}
          value={view}
          onChange={(next) => show({ view: next })}
          data={views.map((value) => ({ value, label: labels[value] }))}
        />
      </div>
      {children}
      <UpcomingHolidays today={today} />
      {lastShown > lastBookable && (
        <Text size="sm" c="dimmed">
          Free slots after {formatShortDate(lastBookable)} can be booked once they are within{' '}
          {bookableDays} days.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Times are in the school’s time zone, {formatZoneName(timeZone)}.
      </Text>
      <SubscribeButton />
    </Page>
  )
}
