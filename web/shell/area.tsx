import { lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { useLiveConnection } from '#web/calls/live-connection.ts'
import { paths } from '#web/kit/paths.ts'
import { useRole } from '#web/kit/role.ts'
import { useHeldBack, useToken } from '#web/kit/use-session.ts'
import { Layout } from './layout.tsx'

const LoginPage = lazy(async () => {
  const page = await import('#web/accounts/login-page.tsx')
  return { default: page.LoginPage }
})
const RequiredSecondFactorPage = lazy(async () => {
  const page = await import('#web/accounts/second-factor/required-page.tsx')
  return { default: page.RequiredSecondFactorPage }
})

/**
 * A role's screens, for whoever holds that role's token; without one its login is shown instead
 * (specification, section 2). When a session ends, by logout or by the server, the area goes to
 * the login's own address. Who must have a second factor first is led to set one up.
 */
export function Area() {
  const role = useRole()
  const token = useToken(role)
  const navigate = useNavigate()
  const held = useRef(token)
  const isHeldBack = useHeldBack(role)
  useLiveConnection(role, !isHeldBack)

  useEffect(() => {
    if (held.current !== null && token === null) {
      navigate(role === 'student' ? paths.home(role) : paths.login(role))
    }
    held.current = token
  }, [token, role, navigate])

  if (token === null) {
    return (
      <Suspense fallback={null}>
        <LoginPage role={role} key={role} goHome={() => navigate(paths.home(role))} />
      </Suspense>
    )
  }
  if (isHeldBack) {
    return (
      <Suspense fallback={null}>
        <RequiredSecondFactorPage role={role} key={role} />
      </Suspense>
    )
  }
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}
