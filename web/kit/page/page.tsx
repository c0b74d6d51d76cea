import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAskBeforeLeaving } from '../form/unsaved.ts'
import { useScreenHeading } from './heading.ts'

type Props = {
  title: string
  /** Shown beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen of an area: its heading, and what is under it. */
export function Page({ title, actions, children }: Props) {
  const heading = useScreenHeading(title)
  useAskBeforeLeaving()
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="center">
        <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Stack>
  )
}
