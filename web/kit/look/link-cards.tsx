import { Card, Group, Skeleton, Title } from '@mantine/core'
import { Link } from 'react-router'
import { RightIcon } from './icons.tsx'
import styles from './link-cards.module.css'

type Props = {
  /** What the links are, for who cannot see the heading. */
  label: string
  links: { to: string; title: string }[]
}

/** Cards side by side, each of which leads to the screen it names. */
export function LinkCards({ label, links }: Props) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {links.map(({ to, title }) => (
        <li key={to}>
          <Card component={Link} to={to} withBorder className={styles.card ?? ''}>
            <Group justify="space-between" wrap="nowrap">
              <Title order={2} className={styles.title ?? ''}>
                {title}
              </Title>
              <RightIcon />
            </Group>
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** The same while the links are on their way. */
export function LinkCardsSkeleton() {
  return (
    <div className={styles.grid} aria-busy="true">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={64} />
      ))}
    </div>
  )
}
