import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import styles from './filter-bar.module.css'

type Props = {
  /** By which names the list is narrowed; the search box's is `search`. */
  filter: { activeFilters: readonly string[] }
  /** The search box. */
  search: ReactNode
  /** The boxes to choose from. */
  children: ReactNode
}

/**
 * What narrows a list, above it. On a phone the boxes to choose from are folded behind a button that
 * says how many are set, so that the list is in view.
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
