import { StrictMode } from 'react'
import type { Role } from '#contract/roles.ts'
import { LoginPage } from '#web/accounts/login/login-page.tsx'
import { paths } from '#web/paths.ts'
import { Look } from './look/look.tsx'
import { show } from './react-root.ts'

/** Shows a role's login before there is an app. The address is the home's once one is signed in. */
export function showLogin(role: Role): void {
  const goHome = () => history.pushState(null, '', paths.home(role))
  show(
    <StrictMode>
      <Look role={role}>
        <LoginPage role={role} goHome={goHome} />
      </Look>
    </StrictMode>,
  )
}
