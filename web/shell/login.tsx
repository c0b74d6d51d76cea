import { StrictMode } from 'react'
import type { Role } from '#contract/roles.ts'
import { LoginPage } from '#web/accounts/login/login-page.tsx'
import { addressAsked } from './address-asked.ts'
import { Look } from './look/look.tsx'
import { show } from './react-root.ts'

/** Shows a role's login before there is an app, which then opens at the address asked for. */
export function showLogin(role: Role): void {
  const goOn = () => {
    const address = addressAsked(role)
    if (address) history.pushState(null, '', address)
  }
  show(
    <StrictMode>
      <Look role={role}>
        <LoginPage role={role} goOn={goOn} />
      </Look>
    </StrictMode>,
  )
}
