import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Role } from '#contract/roles.ts'
import { RoleContext } from '#web/kit/page/role.ts'
import { Overlays } from '../overlays.tsx'
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
