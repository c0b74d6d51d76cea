import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './card-grid.module.css'

type Props<T> = {
  /** What is listed, for who cannot see the heading. */
  label: string
  items: T[]
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
}

/** A list as cards side by side, as many as fit. */
export function CardGrid<T>({ label, items, keyOf, children }: Props<T>) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {items.map((item) => (
        <Card component="li" withBorder key={keyOf(item)}>
          {children(item)}
        </Card>
      ))}
    </ul>
  )
}
