import { TextInput } from '@mantine/core'
import type { Filter } from './filter.ts'

type Props<Name extends string> = { filter: Filter<Name>; name: NoInfer<Name>; label: string }

/** A filter that is a date, or none. */
export function FilterDate<Name extends string>({ filter, name, label }: Props<Name>) {
  const value = filter.values[name]
  return (
    <TextInput
      label={label}
      type="date"
      value={value}
      // Typing a year passes through other years: only the first date adds a history entry.
      onChange={(event) =>
        filter.setFilter(name, event.currentTarget.value, value ? 'typed' : 'chosen')
      }
    />
  )
}
