import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'

/** As high for a mouse as for touch: they are pressed while talking. */
export const toolSize = 44

type Props = {
  label: string
  icon: ReactNode
  press: () => unknown
  /** Whether it is in its default state; any other state stands out. */
  isDefault?: boolean
  isBusy?: boolean
}

/** A button below the video: an icon, with its name as tooltip and accessible label. */
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
