import { Button } from '@mantine/core'
import { oidcPaths } from '#contract/accounts/oidc/paths.ts'
import { toUrl } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { getReturnPath } from '#web/kit/api/session.ts'

type Props = {
  role: Role
  name: string
  busy?: boolean
  /** 'default' beside a form with a button of its own. */
  variant?: 'filled' | 'default'
  /** The screen to open afterwards, if not this one. */
  path?: string
}

/** Leads to the OpenID provider, and from there back to the screen that was asked for. */
export function ProviderButton({
  role,
  name,
  busy = false,
  variant = 'filled',
  path = getAskedPath(role),
}: Props) {
  return (
    <Button
      component="a"
      variant={variant}
      href={toUrl({ path: oidcPaths.start }, {}, { role, path })}
      loading={busy}
    >
      Continue with {name}
    </Button>
  )
}

function getAskedPath(role: Role): string {
  return getReturnPath(role) ?? location.pathname + location.search
}
