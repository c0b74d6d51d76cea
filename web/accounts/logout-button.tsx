import { ActionIcon } from '@mantine/core'
import type { Role } from '#contract/roles.ts'
import { useSchool } from '#web/kit/page/school.ts'
import { LogoutIcon } from '#web/kit/ui/icons/icons.tsx'
import { confirmSignOut } from './api.ts'

/** Asks for confirmation, then signs out. */
export function LogoutButton({ role, className }: { role: Role; className?: string | undefined }) {
  const oidc = useSchool()?.oidc
  return (
    <ActionIcon
      className={className ?? ''}
      onClick={() => confirmSignOut(role, oidc)}
      aria-label="Logout"
    >
      <LogoutIcon />
    </ActionIcon>
  )
}
