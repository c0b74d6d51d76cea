import { Button } from '@mantine/core'
import { useState } from 'react'
import { getMonday } from '#contract/kit/time/zone.ts'
import type { CalendarViewState } from '../use-calendar-view.ts'

type Dated = { date: string }

/** In a month listed day by day, the days before the current week start collapsed. */
export function useCollapsedDays<D extends Dated>(
  { view, dates, today }: CalendarViewState,
  days: D[],
) {
  const [isOpen, setOpen] = useState(false)
  const isThisMonth = view === 'month' && dates.includes(today)
  const later = days.filter(({ date }) => date >= getMonday(today))
  const count = days.length - later.length
  const folds = isThisMonth && count > 0 && later.length > 0
  const which = count === 1 ? 'one earlier day' : `${count} earlier days`
  return {
    days: folds && !isOpen ? later : days,
    button: folds && (
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide' : 'Show'} {which}
      </Button>
    ),
  }
}
