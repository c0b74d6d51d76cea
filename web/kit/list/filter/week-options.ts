import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { weeks } from '#contract/limits/limits.ts'
import type { Option } from './filter-select.tsx'

/** The options of a filter by week. */
export const weekOptions: Option[] = [
  { value: '', label: 'All weeks' },
  ...weeks.map((week) => ({ value: String(week), label: `Week ${formatWeekNumber(week)}` })),
]
