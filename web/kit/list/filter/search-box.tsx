import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { SearchIcon } from '../../ui/icons/icons.tsx'

const debounceMs = 300

type Props = {
  label: string
  value: string
  search: (text: string) => void
}

/** A debounced search box: it searches when the typing pauses. */
export function SearchBox({ label, value, search }: Props) {
  const [text, setText] = useState(value)
  const searched = useRef(value)
  const searchFor = useDebouncedCallback((typed: string) => {
    searched.current = typed
    search(typed)
  }, debounceMs)

  // The search can also change from outside, when the filters are cleared.
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setText(value)
  }, [value])

  return (
    <TextInput
      label={label}
      type="search"
      leftSection={<SearchIcon />}
      value={text}
      maxLength={200}
      onChange={(event) => {
        setText(event.currentTarget.value)
        searchFor(event.currentTarget.value)
      }}
    />
  )
}
