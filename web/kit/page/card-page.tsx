import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './card-page.module.css'
import { demoNoticeInFull, useIsDemo } from './demo.ts'
import { useScreenHeading } from './heading.ts'

/** A screen outside of the areas: one calm card. */
export function CardPage({
  title,
  picture,
  lead,
  children,
}: {
  title: string
  picture: ReactNode
  lead?: string
  children: ReactNode
}) {
  const isDemo = useIsDemo()
  const heading = useScreenHeading(title)

  return (
    <main className={styles.page}>
      {isDemo && <p className={styles.note}>{demoNoticeInFull}</p>}
      <Paper withBorder w="100%" maw={420} p="xl">
        <Stack>
          <div className={styles.picture}>{picture}</div>
          <Title order={1} ta="center" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" ta="center">
              {lead}
            </Text>
          )}
          {children}
        </Stack>
      </Paper>
    </main>
  )
}
