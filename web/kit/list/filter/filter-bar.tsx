import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'

/** What narrows a list, above it: the search box, and the boxes to choose from. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <search className={styles.bar}>{children}</search>
}
