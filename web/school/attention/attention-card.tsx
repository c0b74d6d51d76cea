import { Card, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import styles from './attention-card.module.css'

type Props = {
  id?: string
  title: ReactNode
  /** A link to the full list, of which the card shows the first rows. */
  all?: { label: string; to: string } | undefined
  children: ReactNode
}

/** A card of the admin's home: people who need help for one reason. */
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
  /** Details. */
  facts: ReactNode
  children?: ReactNode
}

/** A person who needs help: a linked name, details, and the reason at the right. */
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
