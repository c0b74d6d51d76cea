import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import styles from './filter-bar.module.css'

type Props = {
  /** The names of the filters that are set; the search box's is `search`. */
  filter: { activeFilters: readonly string[] }
  search: ReactNode
  /** The filter fields. */
  children: ReactNode
}

/**
 * The filters above a list. On a phone they are collapsed behind a button that shows how many are
 * set, so that the list stays in view.
 */
export function FilterBar({ filter, search, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const set = filter.activeFilters.filter((name) => name !== 'search').length
  return (
    <search className={styles.bar}>
      {search}
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
