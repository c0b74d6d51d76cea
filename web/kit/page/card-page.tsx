import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { SchoolLogo } from '../ui/school-logo.tsx'
import styles from './card-page.module.css'
import { useScreenHeading } from './focus/heading.ts'
import { demoNoticeInFull, useIsDemo, useSchool } from './school.ts'

type Props = {
  title: string
  /** Replaces the school's logo. */
  picture?: ReactNode
  lead?: string
  more?: ReactNode
  children: ReactNode
}

/** A screen outside the areas: the school's name and one card. */
export function CardPage({ title, picture, lead, more, children }: Props) {
  const isDemo = useIsDemo()
  const heading = useScreenHeading(title)

  return (
    <main className={styles.page}>
      {isDemo && <p className={styles.note}>{demoNoticeInFull}</p>}
      <div className={styles.inside}>
        <div className={styles.head}>
          <span className={styles.picture}>{picture ?? <SchoolLogo size={48} />}</span>
          <p className={styles.school}>{useSchool()?.name}</p>
          <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {title}
          </Title>
          {lead && <Text c="dimmed">{lead}</Text>}
        </div>
        <Stack className={styles.card}>{children}</Stack>
        {more}
      </div>
    </main>
  )
}
