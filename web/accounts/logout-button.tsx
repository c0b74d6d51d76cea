import { ActionIcon } from '@mantine/core'
import type { Role } from '#contract/roles.ts'
import { LogoutIcon } from '#web/kit/ui/icons/icons.tsx'
import { confirmSignOut } from './api.ts'

/** Asks for confirmation, then signs out. */
export function LogoutButton({ role, className }: { role: Role; className?: string | undefined }) {
  return (
    <ActionIcon
      className={className ?? ''}
      onClick={() => confirmSignOut(role)}
      aria-label="Logout"
    >
      <LogoutIcon />
    </ActionIcon>
  )
}
