import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './description-list.module.css'

/** A description list: labels and values, one pair per row. */
export function DescriptionList({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <Stack component="dl" gap={8} m={0}>
      {Object.entries(facts).map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </Stack>
  )
}
