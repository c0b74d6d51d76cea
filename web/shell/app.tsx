import { StrictMode } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from '#web/routes.tsx'
import { prefetchScreen } from './prefetch.ts'
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
