import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { MoreIcon } from '../../ui/icons/icons.tsx'

export function PageMenuButton(button: ActionIconProps & ComponentProps<'button'>) {
  return (
    <ActionIcon variant="default" aria-label="More actions" {...button}>
      <MoreIcon />
    </ActionIcon>
  )
}
