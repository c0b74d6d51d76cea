import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { SearchIcon } from '#web/kit/ui/icons/icons.tsx'
import type { Filter } from './filter.ts'
import styles from './filter-bar.module.css'

type Props = {
  filter: Filter<'search'> & { activeFilters: readonly string[] }
  /** The label of the search box. */
  search: string
  children: ReactNode
}

/**
 * The search box and filters above a list. On a phone the filters are collapsed behind a button
 * that shows how many are set, so that the list stays in view.
 */
export function FilterBar({ filter, search, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const set = filter.activeFilters.filter((name) => name !== 'search').length
  return (
    <search className={styles.bar}>
      <SearchBox
        label={search}
        value={filter.values.search}
        search={(text) => filter.setFilter('search', text, 'typed')}
      />
      <Button
        variant="default"
        className={styles.opener ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {set > 0 ? `Filter (${set})` : 'Filter'}
      </Button>
      <div id={id} className={styles.boxes} data-open={isOpen || undefined}>
        {children}
      </div>
    </search>
  )
}

const debounceMs = 300

type SearchBoxProps = {
  label: string
  value: string
  search: (text: string) => void
}

/** A debounced search box: it searches when the typing pauses. */
function SearchBox({ label, value, search }: SearchBoxProps) {
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
