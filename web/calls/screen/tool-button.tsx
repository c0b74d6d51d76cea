import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  label: string
  icon: ReactNode
  press: () => unknown
  /** Whether it is as it usually is; what is not stands out. */
  isUsual?: boolean
  isBusy?: boolean
}

/** One of the buttons below the pictures: an icon, and its name for who points at it or listens. */
export function ToolButton({ label, icon, press, isUsual = true, isBusy = false }: Props) {
  return (
    <ActionIcon
      size={44}
      variant={isUsual ? 'default' : 'filled'}
      aria-label={label}
      title={label}
      loading={isBusy}
      onClick={() => press()}
    >
      {icon}
    </ActionIcon>
  )
}
