import { Card, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import styles from './attention-card.module.css'

type Props = {
  /** By which an address can lead to it. */
  id?: string
  title: ReactNode
  /** The whole of which the card shows the first. */
  all?: { label: string; to: string } | undefined
  children: ReactNode
}

/** A part of the admin's home: who needs somebody, for one thing. */
export function AttentionCard({ id, title, all, children }: Props) {
  const titleId = useId()
  return (
    <Card component="section" withBorder id={id} aria-labelledby={titleId}>
      <div className={styles.head}>
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {all && <Link to={all.to}>{all.label}</Link>}
      </div>
      {children}
    </Card>
  )
}

type RowProps = {
  picture?: ReactNode
  name: string
  to?: string | undefined
  /** What there is to know of them. */
  facts: ReactNode
  children?: ReactNode
}

/** One who needs somebody: the name with its way, facts, and at the right why. */
export function AttentionRow({ picture, name, to, facts, children }: RowProps) {
  return (
    <div className={styles.row}>
      {picture}
      <div className={styles.texts}>
        <div className={styles.who}>
          {to === undefined ? <Text fw={500}>{name}</Text> : <Link to={to}>{name}</Link>}
          <Text size="sm" c="dimmed">
            {facts}
          </Text>
        </div>
        {children && <div className={styles.why}>{children}</div>}
      </div>
    </div>
  )
}
