import './shell/theme/fonts.css'
import './shell/theme/components.css'
import './shell/theme/theme-provider.css'
import './shell/theme/motion.css'
import '#web/kit/form/zod-settings.ts'
import type { Role } from '#contract/roles.ts'
import { prefetch } from '#web/kit/api/request.ts'
import { getToken, onSessionBegin, restoreSessions } from '#web/kit/api/session.ts'
import { setPageStarting } from '#web/kit/lazy/import-chunk.ts'
import { loadWhenIdle } from '#web/kit/lazy/load-in-background.ts'
import { getRoleForPath, isPublicPath, loginPaths } from '#web/kit/page/path-access.ts'
import { homeScreens } from './home-screens.ts'
import type { PrefetchedCall } from './prefetches.ts'
import { showStartError } from './shell/errors/start-error.ts'
import { getPathAfterSignIn } from './shell/path-after-sign-in.ts'

// This file is small and decides what else is loaded: only the login, or the app with the screen of
// the address. Their first requests are prefetched meanwhile. It has no top-level `await`: WebKit
// would then hand out modules that depend on it before they have run.
restoreSessions().then(begin).catch(showStartError)

function begin(): Promise<void> {
  const role = getRoleForPath(location.pathname)
  const isOpen = isPublicPath(location.pathname) || getToken(role) !== null
  return isOpen ? openApp(role) : openLogin(role)
}

async function openApp(role: Role): Promise<void> {
  setPageStarting(true)
  const app = import('./shell/app.tsx')
  // The app handles a failure.
  loadScreen(role).catch(() => {})
  if (isHome(role)) prefetchAll(PREFETCHES.home[role], role)
  // The first use of dates takes a browser up to 80 ms on a phone: have that done by now.
  setTimeout(() => Intl.DateTimeFormat(), 0)
  const { showApp } = await app
  // In a task of its own, so that the main thread is not blocked too long.
  await new Promise((resolve) => setTimeout(resolve, 0))
  showApp()
  setPageStarting(false)
}

async function openLogin(role: Role): Promise<void> {
  const stop = onSessionBegin(role, () => {
    stop()
    openApp(role).catch(showStartError)
  })
  const login = import('./shell/login.tsx')
  prefetchAll(PREFETCHES.login, role)
  const { showLogin } = await login
  showLogin(role, () => {
    const address = getPathAfterSignIn(role)
    if (address) history.pushState(null, '', address)
  })
  setPageStarting(false)
  // Preloads the app, so that it is there after the login.
  loadWhenIdle(
    () => Promise.all([import('./shell/app.tsx'), loadScreen(role)]),
    () => {},
  )
}

function isHome(role: Role): boolean {
  return [loginPaths.home(role), loginPaths.login(role)].includes(location.pathname)
}

function prefetchAll(calls: PrefetchedCall[], role: Role): void {
  for (const { address, isPublic } of calls) prefetch(address, isPublic ? null : getToken(role))
}

async function loadScreen(role: Role): Promise<void> {
  if (isHome(role)) {
    await homeScreens[role]()
  } else {
    const { findScreen } = await import('./screen-registry.ts')
    await findScreen(location.pathname)?.load()
  }
}
