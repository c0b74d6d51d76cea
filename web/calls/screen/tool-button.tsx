import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'

/** The buttons of a call are as high with a pointer as by touch: they are pressed while one talks. */
export const toolSize = 44

type Props = {
  label: string
  icon: ReactNode
  press: () => unknown
  /** Whether it is as it usually is; what is not stands out. */
  isDefault?: boolean
  isBusy?: boolean
}

/** One of the buttons below the pictures: an icon, and its name for who points at it or listens. */
export function ToolButton({ label, icon, press, isDefault = true, isBusy = false }: Props) {
  return (
    <ActionIcon
      size={toolSize}
      variant={isDefault ? 'default' : 'filled'}
      aria-label={label}
      title={label}
      loading={isBusy}
      onClick={() => press()}
    >
      {icon}
    </ActionIcon>
  )
}
