import { Card, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { RightIcon } from '../ui/icons/icons.tsx'
import covering from './covering-link.module.css'
import styles from './link-list-card.module.css'

type Props = {
  /** The list's accessible name. */
  label: string
  /** `fact` is shown beside the title, and `action` at the end instead of an arrow. */
  links: { to: string; title: string; fact?: string; action?: ReactNode }[]
}

/** A card of links, one per row. */
export function LinkList({ label, links }: Props) {
  return (
    <Card component="ul" withBorder p={0} aria-label={label}>
      {links.map(({ to, title, fact, action }) => (
        <li key={to} className={styles.row}>
          <Link to={to} className={`${covering.link} ${styles.link}`}>
            {title}
          </Link>
          <span className={styles.fact}>{fact}</span>
          {action ? <span className={styles.action}>{action}</span> : <RightIcon />}
        </li>
      ))}
    </Card>
  )
}

/** The skeleton of a `LinkList`. */
export function LinkListSkeleton() {
  return <Skeleton height={8 * 45} radius="md" aria-busy="true" />
}
