import { notifications } from '@mantine/notifications'
import { screen } from '@testing-library/dom'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished, vi } from 'vitest'
import { type Role, roles } from '#contract/roles.ts'
import { answered } from '#web/kit/call/ask.ts'
import { queryClient } from '#web/kit/call/query.ts'
import { beginSession, forgetSession } from '#web/kit/call/session.ts'
import { routes } from '#web/routes.tsx'
import type { School } from './school.ts'

type Way = {
  /** Whose session the page holds: a role's demo person, or whoever's token it is. */
  as?: Role | { role: Role; token: string }
  /** The path of the screen. */
  at: string
}

/**
 * Opens a screen of the page in this process and waits for its heading. Its calls go to the
 * school's server; there is no socket. Everything goes when the test is over.
 */
export async function openScreen(school: School, { as, at }: Way): Promise<void> {
  vi.stubGlobal('fetch', fetchFrom(school))
  if (as) {
    const { role, token } =
      typeof as === 'string' ? { role: as, token: await school.tokenOf(as) } : as
    beginSession(role, token)
  }
  history.replaceState(null, '', at)
  const element = document.body.appendChild(document.createElement('div'))
  const router = createBrowserRouter(routes)
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  onTestFinished(async () => {
    root.unmount()
    router.dispose()
    await answered()
    for (const role of roles) forgetSession(role)
    queryClient.clear()
    notifications.clean()
    sessionStorage.clear()
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  })
  await screen.findByRole('heading', { level: 1 })
}

/** The page's `fetch`, answered by the school's server; a reply says what time it is there. */
function fetchFrom({ app, time }: School): typeof fetch {
  return async (address, { method = 'GET', headers, body, signal } = {}) => {
    const reply = await app.inject({
      method: method as 'GET',
      url: String(address),
      headers: headers as Record<string, string>,
      ...(body ? { payload: body } : {}),
    })
    signal?.throwIfAborted()
    const told = Object.entries(reply.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    return new Response(reply.body, {
      status: reply.statusCode,
      headers: [...told, ['date', new Date(time.now).toUTCString()]],
    })
  }
}
