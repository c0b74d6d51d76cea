import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Role } from '#contract/roles.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { whenOverlaysNeeded } from '#web/kit/page/overlays/overlays-needed.ts'
import { RoleContext } from '#web/kit/page/role.ts'
import { roleThemes, themeVariables } from './role-themes.ts'

/** Around every screen: the theme of the role's area, its dialogs and toasts. */
export function ThemeProvider({ role, children }: { role: Role; children: ReactNode }) {
  return (
    <MantineProvider
      theme={roleThemes[role]}
      cssVariablesResolver={themeVariables}
      defaultColorScheme="auto"
    >
      <RoleContext value={role}>
        {children}
        <Overlays />
      </RoleContext>
    </MantineProvider>
  )
}

/**
 * Dialogs and toasts. Their code loads at the first interaction, or when the first one is shown;
 * until then they wait.
 */
function Overlays() {
  const Host = useLazyComponent(async () => (await import('../overlay-host.tsx')).OverlayHost, {
    afterInteraction: true,
    sooner: whenOverlaysNeeded,
  })
  return Host && <Host />
}
