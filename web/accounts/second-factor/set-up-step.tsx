import { Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** One step of setting up; its heading takes the focus, unless it came with the screen. */
export function SetUpStep({
  title,
  order = 3,
  takesFocus = true,
  children,
}: {
  title: string
  /** Of its heading: 3 within a card that has one. */
  order?: 2 | 3
  takesFocus?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Stack>
      <Title order={order} size="h3" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {title}
      </Title>
      {children}
    </Stack>
  )
}
