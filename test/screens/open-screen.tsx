import { notifications } from '@mantine/notifications'
import { screen } from '@testing-library/dom'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished, vi } from 'vitest'
import { type Role, roles } from '#contract/roles.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { waitForPendingRequests } from '#web/kit/api/request.ts'
import { beginSession, clearSession } from '#web/kit/api/session.ts'
import { routes } from '#web/routes.tsx'
import type { School } from './school.ts'

type Way = {
  /** The session: a role's demo person, or a token. */
  as?: Role | { role: Role; token: string }
  /** The screen's path. */
  at: string
}

/** Closes the open page. */
let close = async () => {}

/**
 * Opens a screen of the page in this process, in place of an open one, and waits for its heading.
 * Its calls go to the school's server; there is no socket. Returns the list of its requests from
 * then on, such as `GET /home`. Browser storage outlives the screen, and is cleared after the test.
 */
export async function openScreen(school: School, { as, at }: Way): Promise<string[]> {
  await close()
  const asked: string[] = []
  vi.stubGlobal('fetch', fetchFrom(school, asked))
  if (as) {
    const { role, token } =
      typeof as === 'string' ? { role: as, token: await school.tokenOf(as) } : as
    beginSession(role, token)
  }
  history.replaceState(null, '', at)
  const router = createBrowserRouter(routes)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  close = async () => {
    close = async () => {}
    root.unmount()
    router.dispose()
    await waitForPendingRequests()
    for (const role of roles) clearSession(role)
    queryClient.clear()
    notifications.clean()
    sessionStorage.clear()
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  }
  onTestFinished(async () => {
    await close()
    localStorage.clear()
  })
  await screen.findByRole('heading', { level: 1 })
  return asked
}

/** The page's `fetch`, answered by the school's server, with its time in the `Date` header. */
function fetchFrom({ app, time }: School, asked: string[]): typeof fetch {
  return async (address, { method = 'GET', headers, body, signal } = {}) => {
    asked.push(`${method} ${address}`)
    const reply = await app.inject({
      method: method as 'GET',
      url: String(address),
      headers: headers as Record<string, string>,
      ...(body ? { payload: body } : {}),
    })
    signal?.throwIfAborted()
    const sentHeaders = Object.entries({ ...reply.headers, date: new Date(time.now).toUTCString() })
    return new Response(reply.body, {
      status: reply.statusCode,
      headers: sentHeaders.map(([name, value]): [string, string] => [name, String(value)]),
    })
  }
}
