import { useEffect, useRef } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { LoginPage } from '#web/accounts/login-page.tsx'
import { useLiveConnection } from '#web/calls/socket.ts'
import { paths } from '#web/kit/paths.ts'
import { useRole } from '#web/kit/role.ts'
import { useToken } from '#web/kit/session.ts'
import { Layout } from './layout.tsx'

/**
 * A role's screens, for whoever holds that role's token; without one its login is shown instead
 * (specification, section 2). When a session ends, by logout or by the server, the area goes to
 * the login's own address.
 */
export function Area() {
  const role = useRole()
  const token = useToken(role)
  const navigate = useNavigate()
  const held = useRef(token)
  useLiveConnection(role)

  useEffect(() => {
    if (held.current !== null && token === null) {
      navigate(role === 'student' ? paths.home(role) : paths.login(role))
    }
    held.current = token
  }, [token, role, navigate])

  if (token === null) return <LoginPage role={role} key={role} />
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}
