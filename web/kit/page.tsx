import { Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

let firstScreen = true

type Props = {
  title: string
  /** Shown beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * A screen: its heading names the browser's tab and takes the focus when one comes from another
 * screen, so that a keyboard and a screen reader start there.
 */
export function Page({ title, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useNavigationType()

  useEffect(() => {
    document.title = `${title} · Weekward`
  }, [title])

  useEffect(() => {
    if (firstScreen) firstScreen = false
    else heading.current?.focus({ preventScroll: arrived === 'POP' })
  }, [arrived])

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
