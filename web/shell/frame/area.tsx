import { lazy, useEffect, useRef } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { useLiveConnection } from '#web/calls/use-live-connection.ts'
import { useIsSecondFactorRequired, useToken } from '#web/kit/api/use-token.ts'
import { LazyBoundary } from '#web/kit/lazy/lazy-boundary.tsx'
import { loadWithRetry } from '#web/kit/lazy/load-in-background.ts'
import { leaveScreen } from '#web/kit/page/focus/on-leave.ts'
import { useRole } from '#web/kit/page/role.ts'
import { paths } from '#web/paths.ts'
import { getPathAfterSignIn } from '../path-after-sign-in.ts'
import { Layout } from './layout.tsx'

const LoginPage = lazy(async () => {
  const page = await loadWithRetry(() => import('#web/accounts/login/login-page.tsx'))
  return { default: page.LoginPage }
})
const RequiredSecondFactorPage = lazy(async () => {
  const page = await loadWithRetry(() => import('#web/accounts/second-factor/required-page.tsx'))
  return { default: page.RequiredSecondFactorPage }
})

/**
 * A role's screens, if there is a session; otherwise the role's login (specification, section 2).
 * When a session ends, the area navigates to the login's path. People who must have a second factor
 * are led to its set-up first.
 */
export function Area() {
  const role = useRole()
  const token = useToken(role)
  const navigate = useNavigate()
  const held = useRef(token)
  const isFactorMissing = useIsSecondFactorRequired(role)
  useLiveConnection(role, !isFactorMissing)

  useEffect(() => {
    if (held.current !== null && token === null) {
      navigate(role === 'student' ? paths.home(role) : paths.login(role))
    }
    // The login and the screen after it may have the same path.
    if (held.current !== token) leaveScreen(token === null)
    held.current = token
  }, [token, role, navigate])

  function goOn() {
    const address = getPathAfterSignIn(role)
    if (address) navigate(address)
  }

  if (token === null) {
    return (
      <LazyBoundary>
        <LoginPage role={role} key={role} goOn={goOn} />
      </LazyBoundary>
    )
  }
  if (isFactorMissing) {
    return (
      <LazyBoundary>
        <RequiredSecondFactorPage role={role} key={role} />
      </LazyBoundary>
    )
  }
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}
