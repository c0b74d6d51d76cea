import { StrictMode } from 'react'
import type { Role } from '#contract/roles.ts'
import { LoginPage } from '#web/accounts/login/login-page.tsx'
import { Look } from './look/look.tsx'
import { show } from './react-root.ts'

/** Shows a role's login before there is an app; `goOn` sets the address at which that opens then. */
export function showLogin(role: Role, goOn: () => void): void {
  show(
    <StrictMode>
      <Look role={role}>
        <LoginPage role={role} goOn={goOn} />
      </Look>
    </StrictMode>,
  )
}
