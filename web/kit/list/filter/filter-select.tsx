import { Select } from '@mantine/core'
import type { Filter } from './filter.ts'

export type Option = { value: string; label: string }

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
