import { Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** A step of the set-up; its heading takes the focus, except on the first render of a screen. */
export function SetUpStep({
  title,
  order = 3,
  takesFocus = true,
  children,
}: {
  title: string
  /** The heading's level: 3 inside a card with a heading. */
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
