import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { Filter } from './filter.ts'
import styles from './filter-bar.module.css'
import { SearchBox } from './search-box.tsx'

type Props = {
  filter: Filter<'search'> & { activeFilters: readonly string[] }
  /** The label of the search box. */
  search: string
  children: ReactNode
}

/**
 * The search box and filters above a list. On a phone the filters are collapsed behind a button that shows how many are
 * set, so that the list stays in view.
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
