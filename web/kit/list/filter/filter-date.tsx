import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { calendarDateSchema } from '#contract/kit/time/calendar-date-schema.ts'
import type { Filter } from './filter.ts'

type Props<Name extends string> = {
  filter: Filter<Name> & { defaults: Record<Name, string> }
  name: NoInfer<Name>
  label: string
}

const debounceMs = 300

/**
 * A filter that is a date, or none. It is set when the typing pauses: typing a year passes through
 * other years, and an empty field, and none of these replaces what is typed.
 */
export function FilterDate<Name extends string>({ filter, name, label }: Props<Name>) {
  const value = filter.values[name]
  const byDefault = filter.defaults[name]
  const [typed, setTyped] = useState<string>()
  const last = useRef({ value, isOwn: false })
  const set = useDebouncedCallback((date: string) => {
    last.current.isOwn = date !== value
    // Only the first date adds a history entry.
    filter.setFilter(name, date, value ? 'typed' : 'chosen')
  }, debounceMs)

  // The filter can also change from outside: when another month is chosen, or by Back.
  useEffect(() => {
    if (value === last.current.value) return
    if (!last.current.isOwn) {
      set.cancel()
      setTyped(undefined)
    }
    last.current = { value, isOwn: false }
  }, [value])

  return (
    <TextInput
      label={label}
      type="date"
      value={typed ?? value}
      onChange={(event) => {
        const date = event.currentTarget.value
        setTyped(date)
        const isUsable = date === byDefault || calendarDateSchema.safeParse(date).success
        if (isUsable) set(date)
        else set.cancel()
      }}
      onBlur={() => {
        if (typed === '' && value !== byDefault) set(byDefault)
        set.flush()
        setTyped(undefined)
      }}
    />
  )
}
