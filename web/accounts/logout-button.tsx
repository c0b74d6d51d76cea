import { ActionIcon } from '@mantine/core'
import type { Role } from '#contract/roles.ts'
import { confirmDialog } from '#web/kit/dialogs.tsx'
import { LogoutIcon } from '#web/kit/icons.tsx'
import { toastFailure } from '#web/kit/toast.ts'
import { signOut } from './api.ts'

/** Asks, then signs out. */
export function LogoutButton({ role, className }: { role: Role; className?: string | undefined }) {
  async function ask() {
    const sure = await confirmDialog({
      title: 'Logout',
      text: 'Are you sure you want to logout?',
      confirm: 'Yes, logout!',
    })
    if (sure) await signOut(role).catch(toastFailure)
  }
  return (
    <ActionIcon className={className ?? ''} onClick={ask} aria-label="Logout">
      <LogoutIcon />
    </ActionIcon>
  )
}
