import { Card, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { RightIcon } from '../icons/icons.tsx'
import styles from './link-list.module.css'

type Props = {
  /** What the links are, for who cannot see the heading. */
  label: string
  /** `fact` is what there is to know before one follows it. */
  links: { to: string; title: string; fact?: string }[]
}

/** Rows in one card, each of which leads to the screen it names. */
export function LinkList({ label, links }: Props) {
  return (
    <Card component="ul" withBorder p={0} className={styles.list ?? ''} aria-label={label}>
      {links.map(({ to, title, fact }) => (
        <li key={to} className={styles.row}>
          <Link to={to} className={styles.link}>
            {title}
          </Link>
          <span className={styles.fact}>{fact}</span>
          <RightIcon />
        </li>
      ))}
    </Card>
  )
}

/** The same while the links are on their way. */
export function LinkListSkeleton() {
  return <Skeleton height={8 * 45} radius="md" aria-busy="true" className={styles.list ?? ''} />
}
