import { ActionIcon } from '@mantine/core'
import type { Role } from '#contract/roles.ts'
import { LogoutIcon } from '#web/kit/look/icons.tsx'
import { confirmDialog } from '#web/kit/page/dialogs.tsx'
import { toastFailure } from '#web/kit/page/toast.ts'
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
