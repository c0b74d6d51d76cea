import { Select } from '@mantine/core'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import { weeks } from '#contract/limits/limits.ts'
import type { Filter } from './filter.ts'

type Option = { value: string; label: string }

type Props<Name extends string> = {
  filter: Filter<Name>
  name: NoInfer<Name>
  label: string
  data: Option[]
}

/** A filter that is chosen from options, one of which sets none. */
export function FilterSelect<Name extends string>({ filter, name, label, data }: Props<Name>) {
  return (
    <Select
      label={label}
      data={data}
      value={filter.values[name]}
      allowDeselect={false}
      onChange={(value) => filter.setFilter(name, value ?? '')}
    />
  )
}

export const weekOptions: Option[] = [
  { value: '', label: 'All weeks' },
  ...weeks.map((week) => ({ value: String(week), label: `Week ${formatWeekNumber(week)}` })),
]
