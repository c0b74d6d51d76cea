import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LeftIcon } from '../look/icons.tsx'

/** The way back to the screen that led here. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor
      component={Link}
      to={to}
      display="inline-flex"
      mih={44}
      style={{ alignItems: 'center', alignSelf: 'flex-start', gap: 4 }}
    >
      <LeftIcon />
      {children}
    </Anchor>
  )
}
