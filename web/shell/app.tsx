import { StrictMode } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from '#web/routes.tsx'
import { findScreen } from '../screen-registry.ts'
import { renderPage } from './react-root.ts'

/** Renders the app, with its router. */
export function showApp(): void {
  prefetchScreen()
  renderPage(
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes)} />
    </StrictMode>,
  )
}

const signs = ['pointerover', 'focusin'] as const

/**
 * Loads a screen's code when a link to it is hovered, touched or focused. Failures are ignored: the
 * code is loaded again on navigation.
 */
function prefetchScreen(): void {
  const fetchIt = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a')
    if (!link || link.origin !== location.origin) return
    findScreen(link.pathname)
      ?.load()
      .catch(() => {})
  }
  for (const sign of signs) addEventListener(sign, fetchIt)
}
