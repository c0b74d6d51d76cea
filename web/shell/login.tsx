import { StrictMode } from 'react'
import type { Role } from '#contract/roles.ts'
import { LoginPage } from '#web/accounts/login/login-page.tsx'
import { renderPage } from './react-root.ts'
import { ThemeProvider } from './theme/theme-provider.tsx'

/** Renders a role's login before the app has loaded; `goOn` sets where the app then opens. */
export function showLogin(role: Role, goOn: () => void): void {
  renderPage(
    <StrictMode>
      <ThemeProvider role={role}>
        <LoginPage role={role} goOn={goOn} />
      </ThemeProvider>
    </StrictMode>,
  )
}
